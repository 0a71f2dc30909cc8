import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import type { SealKey } from '#sync/calls/counter.ts'
import { createCatalogStore, openCatalog, type CatalogRow, type CatalogStore } from './catalog-store.ts'

const known = '356938035643809'
const unknown = '490154203237518'

/** A catalog whose parts hold products with these codes; null stands for a part that the device has lost. */
function catalogOf(...parts: readonly (readonly Partial<CounterProduct>[] | null)[]) {
  const rows = new Map(
    parts.map((products, at) => [
      `${at}`,
      products?.map((one) => ({ id: `${at}`, tacs: [], ...one }) as CounterProduct),
    ]),
  )
  const store = { part: (id: string) => Promise.resolve(rows.get(id) ?? null) } as CatalogStore
  return openCatalog(store, { version: 'v', parts: [...rows.keys()], productCount: 2 } as unknown as CatalogRow)
}

it('knows the types of all its products', async () => {
  const catalog = catalogOf([{ tacs: ['35000000'] }], [{ tacs: ['35693803'] }])
  expect(await catalog.isTacKnown(known)).toBe(true)
  expect(await catalog.isTacKnown(unknown)).toBe(false)
})

it('takes no other code of eight digits for a type', async () => {
  const catalog = catalogOf([{ tacs: ['35000000'], gtin: '49015420', reference: '49015420', model: '49015420' }])
  expect(await catalog.isTacKnown(unknown)).toBe(false)
  expect(await catalog.productsByCode('49015420')).toHaveLength(1)
})

it('says nothing of types where no product has any, or a part of the products is not at hand', async () => {
  expect(await catalogOf([{ gtin: '49015420' }]).isTacKnown(unknown)).toBeNull()
  expect(await catalogOf([{ tacs: ['35693803'] }], null).isTacKnown(unknown)).toBeNull()
  expect(await catalogOf([{ tacs: ['35693803'] }], null).isTacKnown(known)).toBe(true)
})

it('keeps a version that a customer may be signing for while others are published, and forgets it later', async () => {
  const databaseNames = { outbox: 'outbox', copy: 'copy' }
  const store = createCatalogStore({ indexedDB: new IDBFactory(), IDBKeyRange, databaseNames } as never, 'account')
  const install = async (version: string, minute: number): Promise<void> => {
    await store.addParts([{ id: `part of ${version}`, products: [] }])
    const row = { version, parts: [`part of ${version}`], confirmedAtMs: minute * 60_000 }
    expect(await store.install(row as unknown as CatalogRow, {} as SealKey)).toBe(true)
  }
  const isHere = async (version: string): Promise<boolean> =>
    (await store.row(version)) !== null && (await store.part(`part of ${version}`)) !== null
  for (const [at, version] of ['signed', 'second', 'third', 'fourth'].entries()) await install(version, at)
  expect(await isHere('signed')).toBe(true)
  await install('fifth', 61)
  expect(await Promise.all(['signed', 'second', 'third', 'fourth', 'fifth'].map(isHere))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  for (let at = 0; at < 20; at++) await install(`of a busy hour ${at}`, 62 + at)
  expect(await isHere('of a busy hour 9')).toBe(false)
  expect(await isHere('of a busy hour 10')).toBe(true)
  store.close()
})

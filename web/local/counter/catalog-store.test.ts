import { expect, it } from 'vitest'
import type { CounterProduct } from '#sync/calls/counter-catalog.ts'
import { openCatalog, type CatalogRow, type CatalogStore } from './catalog-store.ts'

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

import type { Dexie, EntityTable, Table } from 'dexie'
import { tacOf } from '#domain/kernel/imei.ts'
import type { CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'
import type { SealKey } from '#sync/calls/counter.ts'
import { partIndexOf } from '#sync/replica/catalog-part.ts'
import { counterTermsOf } from '#sync/replica/counter-offer.ts'
import { openDexie } from '../device/open-dexie.ts'
import type { StoragePorts } from '../engine/ports.ts'
import { catalogNames, type CounterCatalog } from './counter.ts'

/** A version of the catalog on the device. */
export interface CatalogRow {
  readonly version: string
  readonly rules: CounterRules
  /** Ids of the parts, by the place of each. */
  readonly parts: readonly string[]
  readonly productCount: number
  /** When the server confirmed it last, by the device's clock. */
  readonly confirmedAtMs: number
  /** The same by the server's clock; absent where the server did not tell. */
  readonly serverAtMs?: number
  readonly promiseMs: number
}

/** Products of one part. */
export interface PartRow {
  readonly id: string
  readonly products: readonly CounterProduct[]
}

type CatalogDatabase = Dexie & {
  versions: EntityTable<CatalogRow, 'version'>
  parts: EntityTable<PartRow, 'id'>
  values: Table<{ readonly key: string; readonly value: unknown }, string>
}

/** Versions that stay at any age: the newest, and the one that a sale in progress may have begun with. */
const versionsKept = 2
/**
 * How long after it was the newest a version stays that a customer may be signing for, in milliseconds, while several
 * are published one after the other; the parts that they share are stored once.
 */
const inHandMs = 3_600_000
const versionsAtMost = 10

/** The catalogs of one account on the device: disposable, losing them costs a download. */
export type CatalogStore = ReturnType<typeof createCatalogStore>

/** Creates the store of an account; it opens its database at the first use. */
export function createCatalogStore(
  ports: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange' | 'databaseNames'>,
  accountId: string,
) {
  const database = openDexie(`${catalogNames(ports)}${accountId}`, ports) as CatalogDatabase
  database.version(1).stores({ versions: 'version', parts: 'id', values: 'key' })
  const value = async (key: string): Promise<unknown> => (await database.values.get(key))?.value

  return {
    close: () => database.close(),

    /** The newest version that is here whole. */
    newest: async (): Promise<CatalogRow | null> => {
      const version = await value('newest')
      return typeof version === 'string' ? ((await database.versions.get(version)) ?? null) : null
    },

    row: async (version: string): Promise<CatalogRow | null> => (await database.versions.get(version)) ?? null,

    sealKey: async (): Promise<SealKey | null> => ((await value('sealKey')) as SealKey | undefined) ?? null,

    /** Ids of parts that are not here yet. */
    missing: async (ids: readonly string[]): Promise<string[]> => {
      const known = new Set(await database.parts.toCollection().primaryKeys())
      return [...new Set(ids)].filter((id) => !known.has(id))
    },

    addParts: (parts: readonly PartRow[]): Promise<unknown> => database.parts.bulkPut([...parts]),

    /** The server has confirmed a version that is here already. */
    confirm: (row: CatalogRow, sealKey: SealKey): Promise<unknown> =>
      database.transaction('rw', [database.versions, database.values], async () => {
        await database.versions.put(row)
        await database.values.put({ key: 'sealKey', value: sealKey })
      }),

    /** Makes a version the newest, at once and whole; forgets those that no sale can be using. False where a part lacks. */
    install: (row: CatalogRow, sealKey: SealKey): Promise<boolean> =>
      database.transaction('rw', [database.versions, database.parts, database.values], async () => {
        const ids = [...new Set(row.parts)]
        if ((await database.parts.bulkGet(ids)).some((part) => part === undefined)) return false
        await database.versions.put(row)
        await database.values.bulkPut([
          { key: 'newest', value: row.version },
          { key: 'sealKey', value: sealKey },
        ])
        const rows = await database.versions.toArray()
        const others = rows.filter(({ version }) => version !== row.version)
        const kept = [row, ...others.toSorted((a, b) => b.confirmedAtMs - a.confirmedAtMs)].filter(
          ({ confirmedAtMs }, at) =>
            at < versionsKept || (at < versionsAtMost && row.confirmedAtMs - confirmedAtMs < inHandMs),
        )
        const versions = new Set(kept.map(({ version }) => version))
        const parts = new Set(kept.flatMap((each) => each.parts))
        await database.versions.bulkDelete(
          rows.map(({ version }) => version).filter((version) => !versions.has(version)),
        )
        const known = await database.parts.toCollection().primaryKeys()
        await database.parts.bulkDelete(known.filter((id) => !parts.has(id)))
        return true
      }),

    part: async (id: string): Promise<readonly CounterProduct[] | null> =>
      (await database.parts.get(id))?.products ?? null,
  }
}

/** A version opened for reading; products are read part by part when they are asked for. */
export function openCatalog(store: CatalogStore, row: CatalogRow): CounterCatalog {
  const { version, rules, productCount, parts, confirmedAtMs, serverAtMs = confirmedAtMs } = row
  const read = new Map<string, Promise<readonly CounterProduct[]>>()
  let byCode: Promise<ReadonlyMap<string, readonly string[]>> | null = null
  let allTacs: Promise<ReadonlySet<string>> | null = null
  let isWhole = true

  function part(id: string): Promise<readonly CounterProduct[]> {
    const found = read.get(id) ?? store.part(id).then(orNone)
    read.set(id, found)
    return found
  }

  function orNone(products: readonly CounterProduct[] | null): readonly CounterProduct[] {
    if (products === null) isWhole = false
    return products ?? []
  }

  async function* each(): AsyncGenerator<readonly CounterProduct[]> {
    for (const id of parts) yield part(id)
  }

  async function product(id: string): Promise<CounterProduct | null> {
    const products = await part(parts[partIndexOf(id)] ?? '')
    return products.find((one) => one.id === id) ?? null
  }

  async function codes(): Promise<ReadonlyMap<string, readonly string[]>> {
    const ids = new Map<string, string[]>()
    for await (const products of each())
      for (const one of products)
        for (const code of codesOf(one)) {
          const known = ids.get(code)
          if (known === undefined) ids.set(code, [one.id])
          else known.push(one.id)
        }
    return ids
  }

  async function tacs(): Promise<ReadonlySet<string>> {
    const all = new Set<string>()
    for await (const products of each()) for (const one of products) for (const tac of one.tacs) all.add(tac)
    return all
  }

  return {
    version,
    productCount,
    rules,
    serverTimeAt: (deviceMs) => serverAtMs + Math.max(0, deviceMs - confirmedAtMs),
    parts: each,
    product,
    async productsByCode(code) {
      byCode ??= codes()
      const wanted = code.trim().toLowerCase()
      const tac = /^\d{15,17}$/.test(wanted) ? wanted.slice(0, 8) : null
      const index = await byCode
      const ids = [...(index.get(wanted) ?? []), ...(tac === null ? [] : (index.get(tac) ?? []))]
      const found = await Promise.all([...new Set(ids)].map(product))
      return found.filter((one) => one !== null)
    },
    async isTacKnown(imei) {
      allTacs ??= tacs()
      const all = await allTacs
      if (all.has(tacOf(imei))) return true
      return isWhole && all.size > 0 ? false : null
    },
    category: (id) => rules.categories.find((category) => category.id === id) ?? null,
    termsOf: (one) => counterTermsOf(rules, one),
    circuitsOf({ categoryId }) {
      const ids = rules.categories.find(({ id }) => id === categoryId)?.circuitIds ?? []
      return rules.circuits.filter(({ id, type }) => ids.includes(id) && type.startsWith('store'))
    },
  }
}

function codesOf({ gtin, tacs, model, reference }: CounterProduct): readonly string[] {
  return [gtin, model, reference, ...tacs].flatMap((code) => {
    const text = code?.trim().toLowerCase() ?? ''
    return text === '' ? [] : [text]
  })
}

import { itemFacetsCall, listWarehouseItemsCall, type ListedItemAnswer } from '#sync/calls/item.ts'
import type { Http } from '#web/lib/http.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ItemListPage, ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSort } from '#web/local/list/list-table.ts'
import type { ItemsQuery } from './items-search.ts'

/** Where a list's items come from: the device's copy, or the server for who keeps none. */
export interface ItemSource {
  readonly kind: 'device' | 'server'
  /** Null where the device has no copy yet. */
  readonly ask: (query: ItemsQuery, offset: number, limit: number) => Promise<ItemListPage | null>
  /** Hears that the items may have changed. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Items of the device's copy, with its own operations on top. */
export function deviceSource(engine: Engine): ItemSource {
  return {
    kind: 'device',
    ask: (query, offset, limit) => engine.listItems({ ...query, offset, limit }),
    subscribe: (listener) =>
      engine.subscribe(({ kind }) => {
        if (kind !== 'status') listener()
      }),
  }
}

const serverOrders = {
  product: 'product',
  code: 'code',
  createdAt: 'createdAt',
  latestMove: 'latestMoveAt',
  promisedOn: 'promisedOn',
  urgency: 'promisedOn',
  declaredPrice: 'declaredPrice',
  paid: 'paid',
  plannedCost: 'plannedCost',
  completedCost: 'completedCost',
} as const satisfies Record<ItemSort, string>

/** Items of the API, for users whose devices keep none, with what the server has said of this device's operations. */
export function serverSource(http: Http, engine: Pick<Engine, 'subscribe'>): ItemSource {
  return {
    kind: 'server',
    subscribe: (listener) =>
      engine.subscribe((event) => {
        if (event.kind === 'ops' && event.itemIds.length > 0) listener()
      }),
    async ask(query, offset, limit) {
      const filters = filtersOf(query)
      const page = Math.floor(offset / limit) + 1
      const order = { order: { [serverOrders[query.sort]]: query.order } }
      const [list, facets] = await Promise.all([
        http(listWarehouseItemsCall, { query: { ...filters, ...order, page, itemsPerPage: limit } }),
        http(itemFacetsCall, { query: filters }),
      ])
      return {
        rows: list['hydra:member'].map(rowOf),
        total: list['hydra:totalItems'] ?? 0,
        facets: { ...facets, works: {} },
        itemCount: list['hydra:totalItems'] ?? 0,
      }
    },
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function filtersOf({ filter, search }: ItemsQuery): Readonly<Record<string, unknown>> {
  const { statuses, stockIds, brands, inStock, createdFromMs, createdBeforeMs, promisedFrom, promisedTo } = filter
  return {
    ...(statuses === undefined ? {} : { status: statuses }),
    ...(stockIds === undefined ? {} : { stockId: stockIds }),
    ...(brands === undefined ? {} : { brand: brands }),
    ...(inStock === true ? { inStock: 'true' } : {}),
    ...(createdFromMs === undefined ? {} : { createdFrom: dayOf(createdFromMs) }),
    ...(createdBeforeMs === undefined ? {} : { createdTo: dayOf(createdBeforeMs - 1) }),
    ...(promisedFrom === undefined ? {} : { promisedFrom }),
    ...(promisedTo === undefined ? {} : { promisedTo }),
    ...(search === '' ? {} : { q: search }),
  }
}

function rowOf({ createdAt, latestMoveAt, ...row }: ListedItemAnswer): ListedItem {
  return {
    ...row,
    createdAtMs: Date.parse(createdAt),
    latestMoveAtMs: latestMoveAt === null ? null : Date.parse(latestMoveAt),
    work: null,
    isPending: false,
  }
}

import { ageBoundsDays } from '#domain/stock/stock-age.ts'
import type { StockAnswer } from '#sync/calls/stock.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { ItemSummary } from '#web/local/list/list-row.ts'
import { contains, listRows, type ListedRows, type RowOrders } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import type { StockFilter } from './stock-calls.ts'

/** What stands in a stock. */
type Filling = Pick<StockAnswer, 'productCount' | 'averageAgeDays' | 'ageCounts'>

/** A stock of the list; what stands in one of another warehouse, a device's copy does not know. */
export type ListedStock = Omit<StockAnswer, 'createdAt' | 'version' | 'productCount'> & {
  readonly productCount: number | null
}

/** What stands in the stocks of the warehouses whose items the copy holds. */
export interface StockFillings {
  readonly warehouseIds: readonly string[]
  readonly byStock: ReadonlyMap<string, Filling>
}

/** A product as far as its time in a stock is concerned. */
type Standing = Pick<ItemSummary, 'stockId' | 'createdAtMs' | 'latestMoveAtMs'>

const dayMs = 86_400_000
const noAges = (): number[] => Array<number>(ageBoundsDays.length + 1).fill(0)
const empty: Filling = { productCount: 0, averageAgeDays: null, ageCounts: noAges() }

/** Counts the products of each stock, and how long they stand there, as the server does. */
export function fillingsOf(items: readonly Standing[], nowMs: number): ReadonlyMap<string, Filling> {
  const placed = items.flatMap(({ stockId, createdAtMs, latestMoveAtMs }) =>
    stockId === null ? [] : [{ stockId, age: (nowMs - (latestMoveAtMs ?? createdAtMs)) / dayMs }],
  )
  return new Map(
    [...Map.groupBy(placed, ({ stockId }) => stockId)].map(([stockId, standing]) => {
      const ageCounts = noAges()
      for (const { age } of standing) ageCounts[ageBoundsDays.filter((bound) => age >= bound).length]!++
      const sum = standing.reduce((total, { age }) => total + age, 0)
      const averageAgeDays = Math.max(0, sum / standing.length)
      return [stockId, { productCount: standing.length, averageAgeDays, ageCounts }]
    }),
  )
}

const orders: RowOrders<ListedStock> = {
  columns: {
    name: ({ name }) => name.toLowerCase(),
    identifier: ({ identifier }) => identifier?.toLowerCase() ?? null,
    location: ({ location }) => location?.toLowerCase() ?? null,
    averageAge: ({ averageAgeDays }) => averageAgeDays,
    productCount: ({ productCount }) => productCount,
    warehouseName: ({ warehouseName }) => warehouseName.toLowerCase(),
  },
  usual: [
    { by: ({ warehouseName }) => warehouseName.toLowerCase() },
    { by: ({ native }) => (native === null ? 1 : 0) },
    { by: ({ name }) => name.toLowerCase() },
  ],
  last: { by: ({ id }) => id },
}

/** The copy's stocks by the address of their list, as the server lists them. */
export function listStocks(
  { stocks, warehouses, refurbSteps = [] }: Pick<Config, 'stocks' | 'warehouses' | 'refurbSteps'>,
  fillings: StockFillings,
  state: ListState,
  { warehouseId, kind }: StockFilter,
): ListedRows<ListedStock> {
  const names = new Map(warehouses.map(({ id, name }) => [id, name]))
  const found = stocks.filter(
    ({ warehouseId: place, native, name }) =>
      (warehouseId === null || place === warehouseId) &&
      (kind === 'native' ? native !== null : kind !== 'own' || native === null) &&
      contains(name, state.search),
  )
  const rows = found.map((stock) => ({
    ...stock,
    identifier: stock.identifier ?? null,
    warehouseName: names.get(stock.warehouseId) ?? '',
    stepCount: refurbSteps.filter(({ stockId }) => stockId === stock.id).length,
    ...(fillings.byStock.get(stock.id) ?? empty),
    ...(fillings.warehouseIds.includes(stock.warehouseId) ? {} : { productCount: null }),
  }))
  return listRows(rows, state, orders)
}

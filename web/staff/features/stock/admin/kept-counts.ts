import type * as z from 'zod'
import { pageLimit } from '#sync/calls/list.ts'
import { listStockCountsCall, type StockCountAnswer } from '#sync/calls/stock.ts'
import type { Config } from '#sync/wire/pull.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import type { CachedList } from '#web/local/cache/cached-list.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { contains, listRows, type ListedRows, type RowOrders } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import type { CountFilter } from './stock-calls.ts'

/** The latest counts that the server told of. */
export const keptCounts: CachedList<z.output<typeof listStockCountsCall.answer>> = {
  name: 'stock-counts',
  permission: 'item.move',
  schema: listStockCountsCall.answer,
  ask: (http) => http(listStockCountsCall, { query: { itemsPerPage: pageLimit } }),
}

const orders: RowOrders<StockCountAnswer> = {
  columns: {
    endedAt: ({ endedAt }) => Date.parse(endedAt),
    stockName: ({ stockName }) => stockName.toLowerCase(),
    missingCount: ({ missingCount }) => missingCount,
    unexpectedCount: ({ unexpectedCount }) => unexpectedCount,
  },
  usual: [{ by: ({ endedAt }) => Date.parse(endedAt), order: 'desc' }],
  last: { by: ({ id }) => id },
}

/** Counts by the address of their list, as the server lists them. */
export function listCounts(
  counts: readonly StockCountAnswer[],
  state: ListState,
  { warehouseId, differences }: CountFilter,
): ListedRows<StockCountAnswer> {
  const found = counts.filter(
    (count) =>
      (warehouseId === null || count.warehouseId === warehouseId) &&
      contains(count.stockName, state.search) &&
      isDiffering(count, differences),
  )
  return listRows(found, state, orders)
}

function isDiffering({ missingCount, unexpectedCount }: StockCountAnswer, wanted: string | null): boolean {
  const differs = missingCount + unexpectedCount > 0
  return wanted === 'with' ? differs : wanted !== 'without' || !differs
}

/** Counts that were ended on this device and that the server does not know yet, as it will tell of them. */
export function waitingCounts(rows: readonly OpRow[], config: Config | null): readonly StockCountAnswer[] {
  const warehouses = new Map(config?.warehouses.map(({ id, name }) => [id, name]))
  return rows.flatMap((row): readonly StockCountAnswer[] => {
    if (row.op.type !== endStockCount.type || row.state !== 'pending') return []
    const parsed = endStockCount.schema.safeParse(row.op.args)
    const stock = config?.stocks.find(({ id }) => parsed.success && id === parsed.data.stockId)
    if (!parsed.success || stock === undefined) return []
    const { countId, stockId, expectedCount, presentCount, missingCount, unexpectedCount, comment } = parsed.data
    const count = {
      id: countId,
      warehouseId: stock.warehouseId,
      warehouseName: warehouses.get(stock.warehouseId) ?? '',
      stockId,
      stockName: stock.name,
      userName: row.author.name,
      endedAt: new Date(row.capturedAtMs).toISOString(),
      expectedCount,
      presentCount,
      missingCount,
      unexpectedCount,
      comment: comment === undefined || comment === '' ? null : comment,
    }
    return [count]
  })
}

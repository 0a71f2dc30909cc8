import { useTranslation } from 'react-i18next'
import type { StockAnswer } from '#sync/calls/stock.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import type { DeviceCopy, Reading } from '#web/lib/reading.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineAnswer } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ListedItem } from '#web/local/list/list-query.ts'
import { withOfflineFallback, useConfigCopy, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import type { ListedRows } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import { fillingsOf, listStocks, type ListedStock, type StockFillings } from './copy-stocks.ts'
import { stocksQuery, type StockFilter } from './stock-calls.ts'

/** Items that are read of the copy at once. */
const partSize = 5_000

/** The stocks of an address: as the server tells them or, out of its reach, as the device's copy has them. */
export function useStockList(state: ListState, filter: StockFilter) {
  const { t } = useTranslation('stock')
  const user = useSignedInUser()
  const answer = useServerQuery(stocksQuery(useHttp(), state, filter))
  const engine = useEngine()
  const read = useEngineAnswer(engine, answer.isAway ? 'fillings' : '', () =>
    answer.isAway ? readFillings(engine) : none,
  )
  const fillings = read.value ?? null
  const own = user.module === 'rps' ? (user.currentOrganization?.id ?? null) : null
  const listed = useConfigCopy((config) =>
    fillings === null
      ? null
      : listStocks(config, fillings, state, { ...filter, warehouseId: own ?? filter.warehouseId }),
  )
  const reading: Reading<ListedRows<ListedStock>> = withOfflineFallback(answer, withFillings(listed, read))
  const hasUnknown = reading.away !== null && reading.value?.['hydra:member'].some((row) => row.productCount === null)
  return {
    reading,
    note: hasUnknown === true ? t(($) => $.admin.copyNote) : null,
    /** A stock of the page as the server told it. */
    toldOf: (id: string): StockAnswer | undefined => answer.told.data?.['hydra:member'].find((row) => row.id === id),
  }
}

// The names are there before what stands in the stocks has been counted.
function withFillings<T>(
  copy: DeviceCopy<T | null>,
  { hasFailed, retry }: { readonly hasFailed: boolean; readonly retry: () => void },
): DeviceCopy<T> {
  if (copy.face !== 'ready') return copy
  if (copy.value !== null) return { ...copy, value: copy.value }
  return hasFailed ? { face: 'failed', retry } : { face: 'loading' }
}

const none = Promise.resolve(null)

async function readFillings(engine: Engine): Promise<StockFillings | null> {
  const info = engine.copyInfo()
  if (info === null) return null
  const { warehouseIds } = info.scope
  const items: ListedItem[] = []
  for (let total = warehouseIds.length === 0 ? 0 : Infinity; items.length < total;) {
    const filter = { inStock: true, warehouseIds }
    const asked = { filter, search: '', sort: 'code', order: 'asc', offset: items.length, limit: partSize } as const
    const page = await engine.listItems(asked)
    if (page === null) return null
    items.push(...page.rows)
    total = page.rows.length === 0 ? 0 : page.total
  }
  return { warehouseIds, byStock: fillingsOf(items, Date.now()) }
}

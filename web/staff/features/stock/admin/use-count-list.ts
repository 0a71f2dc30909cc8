import { useTranslation } from 'react-i18next'
import type { StockCountAnswer } from '#sync/calls/stock.ts'
import { useHttp } from '#web/lib/platform.tsx'
import type { DeviceCopy, Reading } from '#web/lib/reading.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { useCachedList } from '#web/local/cache/cached-list.ts'
import { withOfflineFallback, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import type { ListedRows } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import { keptCounts, listCounts, waitingCounts } from './kept-counts.ts'
import { countsQuery, type CountFilter } from './stock-calls.ts'

/** How long ago a count may have ended that still waits on this device. */
const waitingMs = 30 * 86_400_000

/**
 * The ended counts of an address: as the server tells them or, out of its reach, those that it last told of with this
 * device's own.
 */
export function useCountList(state: ListState, filter: CountFilter) {
  const { t } = useTranslation('stock')
  const engine = useEngine()
  const answer = useServerQuery(countsQuery(useHttp(), state, filter))
  const kept = useCachedList(keptCounts, answer.isAway)
  const captured = useEngineRead(engine, answer.isAway ? 'counts' : '', async () =>
    answer.isAway ? waitingCounts(await engine.capturedSince(Date.now() - waitingMs), engine.config()) : [],
  )
  const copy = withOwn(kept, captured, (counts) => listCounts(counts, state, filter))
  const reading: Reading<ListedRows<StockCountAnswer>> = withOfflineFallback(answer, copy)
  return { reading, note: reading.away === null ? null : t(($) => $.counts.copyNote) }
}

function withOwn<T>(
  kept: DeviceCopy<ListedRows<StockCountAnswer>>,
  own: readonly StockCountAnswer[] | undefined,
  make: (counts: readonly StockCountAnswer[]) => T,
): DeviceCopy<T> {
  if (kept.face !== 'ready') return kept
  if (own === undefined) return { face: 'loading' }
  const told = kept.value['hydra:member']
  const ids = new Set(told.map(({ id }) => id))
  return { ...kept, value: make([...told, ...own.filter(({ id }) => !ids.has(id))]) }
}

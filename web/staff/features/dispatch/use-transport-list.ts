import { useTranslation } from 'react-i18next'
import { amountsOf } from '#web/lib/session.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import type { Reading } from '#web/lib/reading.ts'
import { useCachedList } from '#web/local/cache/cached-list.ts'
import { withOfflineFallback, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import type { ListedRows } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import { transportsQuery } from './dispatch-calls.ts'
import { keptTransports, type ListedTransport } from './kept-dispatch.ts'
import { listTransports } from './list-transports.ts'
import type { TransportFilters } from './transport-filters.ts'

/** The transports of an address: as the server tells them or, out of its reach, of the latest that it told of. */
export function useTransportList(
  narrowed: Readonly<Record<string, unknown>>,
  state: ListState,
  filters: TransportFilters,
) {
  const { t } = useTranslation('dispatch')
  const { timeZone } = amountsOf(useSignedInUser(), null)
  const asked = { ...narrowed, page: state.page, itemsPerPage: state.perPage }
  const answer = useServerQuery(transportsQuery(useHttp(), asked))
  const kept = useCachedList(keptTransports, answer.isAway)
  const copy =
    kept.face === 'ready'
      ? { ...kept, value: listTransports(kept.value['hydra:member'], state, filters, timeZone) }
      : kept
  const reading: Reading<ListedRows<ListedTransport>> = withOfflineFallback(answer, copy)
  const count = reading.away !== null && kept.face === 'ready' ? kept.value['hydra:member'].length : null
  return { reading, note: count === null ? null : t(($) => $.transports.copyNote, { count }) }
}

import type { DispatchAnswer } from '#sync/calls/dispatch.ts'
import { useHttp } from '#web/lib/platform.tsx'
import type { Reading } from '#web/lib/reading.ts'
import { useCachedList } from '#web/local/cache/cached-list.ts'
import { withOfflineFallback, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import { dispatchQuery } from './dispatch-calls.ts'
import { keptDispatch } from './kept-dispatch.ts'

/** The account's dispatch: as the server tells it or, out of its reach, as it last told it. */
export function useDispatch(): Reading<DispatchAnswer> {
  const answer = useServerQuery(dispatchQuery(useHttp()))
  return withOfflineFallback(answer, useCachedList(keptDispatch, answer.isAway))
}

import type { DispatchAnswer } from '#sync/calls/dispatch.ts'
import { useHttp } from '#web/lib/platform.tsx'
import type { Reading } from '#web/lib/reading.ts'
import { useKeptList } from '#web/local/cache/kept-list.ts'
import { serverElse, useServerAnswer } from '#web/local/cache/server-else-copy.ts'
import { dispatchQuery } from './dispatch-calls.ts'
import { keptDispatch } from './kept-dispatch.ts'

/** The account's dispatch: as the server tells it or, out of its reach, as it last told it. */
export function useDispatch(): Reading<DispatchAnswer> {
  const answer = useServerAnswer(dispatchQuery(useHttp()))
  return serverElse(answer, useKeptList(keptDispatch, answer.isAway))
}

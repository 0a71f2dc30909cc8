import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { itemDetailCall, keptHistoryAnswer, type ItemDetailAnswer } from '#sync/calls/item.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useEngine, useHistories } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { itemHistoryView, type ItemHistoryView } from './item-history-view.ts'

/** The lines of an item's history: the server's, and before them what waits on this device. */
export interface ItemHistory extends ItemHistoryView {
  readonly problem: 'offline' | 'failed' | null
  /** Operations of this device, newest first, that the lines do not tell. */
  readonly own: readonly OpRow[]
  readonly retry: () => void
}

/** Reads the history of an item from the server or the copy, and this device's part of it from its outbox. */
export function useItemHistory(id: string): ItemHistory {
  const engine = useEngine()
  const { answer, told } = useServerHistory(id, 0)
  const ops = useEngineRead(engine, id, () => engine.operationsOf(id)) ?? []
  const lines = new Set(told.history?.lines.map(({ opId }) => opId))
  const own = ops.filter(({ opId, state }) => !lines.has(opId) && state !== 'discarded').toReversed()
  const problem = !isLacking(answer) ? null : isUnreachable(answer) ? 'offline' : 'failed'
  return { ...told, problem, own, retry: () => void answer.refetch() }
}

/** What the server knows of an item: asked, kept on the device for later, and told from there where it cannot answer. */
export function useServerHistory(id: string, staleTime?: number) {
  const engine = useEngine()
  const http = useHttp()
  const histories = useHistories()
  const kept = useEngineRead(engine, id, () => histories.of(id))
  const answer = useQuery({
    queryKey: ['warehouse', 'item', id],
    queryFn: async ({ signal }) => {
      const detail = await http(itemDetailCall, { params: { id }, signal })
      // Without what the device's row holds already.
      histories.keep(keptHistoryAnswer.parse(detail))
      return detail
    },
    retry: false,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
  const { data, dataUpdatedAt } = answer
  return { answer, told: itemHistoryView({ data, dataUpdatedAt, isLacking: isLacking(answer) }, kept) }
}

function isLacking({ fetchStatus, error }: UseQueryResult<ItemDetailAnswer>): boolean {
  return fetchStatus === 'paused' || error !== null
}

/** Whether the server was not reached; what it refuses is an answer. */
export function isUnreachable({ fetchStatus, error }: UseQueryResult<ItemDetailAnswer>): boolean {
  return fetchStatus === 'paused' || (error instanceof CallError && error.failure !== 'refused')
}

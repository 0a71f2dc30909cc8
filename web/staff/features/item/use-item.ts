import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { itemDetailCall, keptHistoryAnswer, type ItemDetailAnswer } from '#sync/calls/item.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useEngine, useHistories } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { ItemView } from '#web/local/copy/base-view.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { shownItem, type ShownItem } from './shown-item.ts'
import { itemHistoryView, type ItemHistoryView } from './item-history-view.ts'

/** Where an item's page stands. */
export type ItemState =
  | { readonly face: 'loading' | 'unknown' | 'offline' | 'failed'; readonly retry: () => void }
  | { readonly face: 'ready'; readonly item: ShownItem; readonly pending: number; readonly told: ItemHistoryView }

/** Reads an item from the device's copy, and what the copy lacks from the server. */
export function useItem(id: string): ItemState {
  const engine = useEngine()
  const { answer, told } = useTold(id)
  const { refetch } = answer
  const [view, setView] = useState<ItemView | null | undefined>(() => engine.viewed(id) ?? undefined)
  useEffect(() => {
    let alive = true
    const read = async (): Promise<ItemView | null> => {
      const [found = null] = await engine.view([id]).catch(() => [])
      if (alive) setView(found)
      return found
    }
    const follow = async (isCopy: boolean): Promise<void> => {
      const found = await read()
      // What the copy does not tell of this device's own operations, the server does.
      if (alive && (isCopy || found?.item.level !== 'full')) void refetch()
    }
    void read()
    const leave = engine.subscribe((event) => {
      if (event.kind === 'status' || (event.itemIds !== 'all' && !event.itemIds.includes(id))) return
      void follow(event.kind === 'copy')
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, id, refetch])
  const retry = (): void => void refetch()
  if (view === undefined) return { face: 'loading', retry }
  const item = shownItem(view?.item ?? null, answer.data ?? null, told.history)
  if (item !== null) return { face: 'ready', item, pending: view?.pending ?? 0, told }
  if (answer.isPending && answer.fetchStatus !== 'paused') return { face: 'loading', retry }
  if (answer.error instanceof CallError && answer.error.status === 404) return { face: 'unknown', retry }
  return { face: isUnreachable(answer) ? 'offline' : 'failed', retry }
}

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
  const { answer, told } = useTold(id, 0)
  const ops = useEngineRead(engine, id, () => engine.operationsOf(id)) ?? []
  const lines = new Set(told.history?.lines.map(({ opId }) => opId))
  const own = ops.filter(({ opId, state }) => !lines.has(opId) && state !== 'discarded').toReversed()
  const problem = !isLacking(answer) ? null : isUnreachable(answer) ? 'offline' : 'failed'
  return { ...told, problem, own, retry: () => void answer.refetch() }
}

/** What the server knows of an item: asked, kept on the device for later, and told from there where it cannot answer. */
function useTold(id: string, staleTime?: number) {
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

function isUnreachable({ fetchStatus, error }: UseQueryResult<ItemDetailAnswer>): boolean {
  return fetchStatus === 'paused' || (error instanceof CallError && error.failure !== 'refused')
}

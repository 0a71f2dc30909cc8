import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { itemDetailCall, itemHistoryCall, type ItemHistoryAnswer } from '#sync/calls/warehouse.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine-context.tsx'
import type { ItemView } from '#web/local/base-view.ts'
import type { OpRow } from '#web/local/outbox-database.ts'
import { shownItem, type ShownItem } from './shown-item.ts'

/** Where an item's page stands. */
export type ItemState =
  | { readonly face: 'loading' | 'unknown' | 'offline' | 'failed'; readonly retry: () => void }
  | { readonly face: 'ready'; readonly item: ShownItem; readonly pending: number }

/** Reads an item from the device's copy, and what the copy lacks from the server. */
export function useItem(id: string): ItemState {
  const engine = useEngine()
  const http = useHttp()
  const [view, setView] = useState<ItemView | null | undefined>(() => engine.viewed(id) ?? undefined)
  useEffect(() => {
    let alive = true
    const read = (): void => {
      void engine.view([id]).then(
        ([found]) => alive && setView(found ?? null),
        () => alive && setView(null),
      )
    }
    read()
    const leave = engine.subscribe((event) => {
      if (event.kind !== 'status' && (event.itemIds === 'all' || event.itemIds.includes(id))) read()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, id])
  const answer = useQuery({
    queryKey: ['warehouse', 'item', id],
    queryFn: ({ signal }) => http(itemDetailCall, { params: { id }, signal }),
    retry: false,
  })
  const retry = (): void => void answer.refetch()
  if (view === undefined) return { face: 'loading', retry }
  const item = shownItem(view?.item ?? null, answer.data ?? null)
  if (item !== null) return { face: 'ready', item, pending: view?.pending ?? 0 }
  if (answer.isPending && answer.fetchStatus !== 'paused') return { face: 'loading', retry }
  if (answer.error instanceof CallError && answer.error.status === 404) return { face: 'unknown', retry }
  const isOffline = answer.fetchStatus === 'paused' || isUnreachable(answer.error)
  return { face: isOffline ? 'offline' : 'failed', retry }
}

/** The lines of an item's history: the server's, and below them what waits on this device. */
export interface ItemHistory {
  /** Null while, or because, the server has not answered. */
  readonly lines: readonly ItemHistoryAnswer[] | null
  readonly isLoading: boolean
  readonly problem: 'offline' | 'failed' | null
  /** Operations of this device, newest first, that the lines do not tell. */
  readonly own: readonly OpRow[]
  readonly retry: () => void
}

/** Reads the history of an item from the server, and this device's part of it from its outbox. */
export function useItemHistory(id: string): ItemHistory {
  const engine = useEngine()
  const http = useHttp()
  const [ops, setOps] = useState<readonly OpRow[]>([])
  const history = useQuery({
    queryKey: ['warehouse', 'item', id, 'history'],
    queryFn: ({ signal }) => http(itemHistoryCall, { params: { id }, signal }),
    retry: false,
    staleTime: 0,
  })
  const { refetch } = history
  useEffect(() => {
    let alive = true
    const read = async (): Promise<void> => {
      const found = await engine.operationsOf(id).catch(() => [])
      if (alive) setOps(found)
    }
    void read()
    const leave = engine.subscribe((event) => {
      if (event.kind === 'status' || (event.itemIds !== 'all' && !event.itemIds.includes(id))) return
      void read()
      if (event.kind === 'copy') void refetch()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, id, refetch])
  const lines = history.data?.lines ?? null
  const told = new Set(lines?.map(({ opId }) => opId))
  const own = ops.filter(({ opId, state }) => !told.has(opId) && state !== 'discarded').toReversed()
  const isPaused = history.fetchStatus === 'paused'
  const problem = isPaused || isUnreachable(history.error) ? 'offline' : history.error === null ? null : 'failed'
  return { lines, isLoading: history.isPending && !isPaused, problem, own, retry: () => void refetch() }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.failure !== 'refused'
}

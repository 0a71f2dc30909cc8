import { useEffect, useState } from 'react'
import { CallError } from '#web/lib/http.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import type { ItemView } from '#web/local/copy/base-view.ts'
import { shownItem, type ShownItem } from './shown-item.ts'
import type { ItemHistoryView } from '#web/local/copy/item-history-view.ts'
import { isUnreachable, useServerHistory } from '#web/local/copy/use-item-history.ts'

/** Where an item's page stands. */
export type ItemState =
  | { readonly face: 'loading' | 'unknown' | 'offline' | 'failed'; readonly retry: () => void }
  | { readonly face: 'ready'; readonly item: ShownItem; readonly pending: number; readonly told: ItemHistoryView }

/** Reads an item from the device's copy, and what the copy lacks from the server. */
export function useItem(id: string): ItemState {
  const engine = useEngine()
  const { answer, told } = useServerHistory(id)
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

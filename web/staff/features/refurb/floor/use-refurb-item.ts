import { useEffect, useState } from 'react'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'

/** An item of the device's copy with the device's own work on top. */
export type LiveItem =
  | { readonly state: 'loading' }
  | { readonly state: 'unknown' }
  | { readonly state: 'known'; readonly item: ItemRow; readonly pending: number }

/** Follows an item through pulls and captures. */
export function useItem(engine: Engine, itemId: string): LiveItem {
  const [read, setRead] = useState<{ readonly id: string; readonly live: LiveItem } | null>(() => {
    const handed = engine.viewed(itemId)
    return handed === null ? null : { id: itemId, live: { state: 'known', ...handed } }
  })
  useEffect(() => {
    let alive = true
    let asked = 0
    const refresh = async (): Promise<void> => {
      const mine = ++asked
      const views = await engine.view([itemId]).catch(failedCopy)
      // What is shown stays until a copy that failed answers again, which is a change of it.
      if (!alive || mine !== asked || views === null) return
      const [view] = views
      const unready = view === undefined && engine.copyInfo() === null
      const live: LiveItem = unready
        ? { state: 'loading' }
        : view === undefined
          ? { state: 'unknown' }
          : { state: 'known', ...view }
      setRead({ id: itemId, live })
    }
    void refresh()
    const leave = engine.subscribe((event) => {
      if (event.kind === 'status') return
      if (event.itemIds === 'all' || event.itemIds.includes(itemId) || event.kind === 'copy') void refresh()
    })
    return () => {
      alive = false
      leave()
    }
  }, [engine, itemId])
  return read?.id === itemId ? read.live : { state: 'loading' }
}

function failedCopy(error: unknown): null {
  if (!isStorageError(error)) throw error
  return null
}

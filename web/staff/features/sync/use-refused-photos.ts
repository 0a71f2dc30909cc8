import { useEffect, useState } from 'react'
import { useEngine } from '#web/local/engine-context.tsx'
import { usePhotoCounts, usePhotos } from '#web/local/photo-context.tsx'
import { refusedPhoto, type RefusedPhoto } from './refused-photo.ts'

/** Photos of this device that the server does not take, oldest first; null until they have been read. */
export function useRefusedPhotos(): readonly RefusedPhoto[] | null {
  const engine = useEngine()
  const { store } = usePhotos()
  const { refused } = usePhotoCounts()
  const [photos, setPhotos] = useState<readonly RefusedPhoto[] | null>(null)
  useEffect(() => {
    let alive = true
    let asked = 0
    const read = async (): Promise<void> => {
      const mine = ++asked
      const rows = await store.refused()
      const itemIds = [...new Set(rows.map(({ itemId }) => itemId))]
      const views = itemIds.length === 0 ? [] : await engine.view(itemIds, [])
      const items = new Map(views.map(({ item }) => [item.id, item]))
      if (!alive || mine !== asked) return
      setPhotos(rows.map((row) => refusedPhoto(row, items.get(row.itemId) ?? null, engine.config(), engine.author())))
    }
    void read()
    const leave = engine.subscribe(({ kind }) => {
      if (kind === 'copy') void read()
    })
    return () => {
      alive = false
      leave()
    }
    // Another number of them is another list.
  }, [engine, store, refused])
  return photos
}

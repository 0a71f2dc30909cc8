import { useEffect, useState } from 'react'
import { useEngine } from '#web/local/engine-context.tsx'
import { followEngine } from '#web/local/engine-reads.ts'
import { usePhotoCounts, usePhotos } from '#web/local/photo-context.tsx'
import { refusedPhoto, type RefusedPhoto } from './refused-photo.ts'

/** Photos of this device that the server does not take, oldest first; null until they have been read. */
export function useRefusedPhotos(): readonly RefusedPhoto[] | null {
  const engine = useEngine()
  const { store } = usePhotos()
  const { refused } = usePhotoCounts()
  const [photos, setPhotos] = useState<readonly RefusedPhoto[] | null>(null)
  useEffect(
    () =>
      followEngine(
        engine,
        async () => {
          const rows = await store.refused()
          const itemIds = [...new Set(rows.map(({ itemId }) => itemId))]
          const views = itemIds.length === 0 ? [] : await engine.view(itemIds, [])
          const items = new Map(views.map(({ item }) => [item.id, item]))
          return rows.map((row) => refusedPhoto(row, items.get(row.itemId) ?? null, engine.config(), engine.author()))
        },
        setPhotos,
      ),
    // Another number of them is another list.
    [engine, store, refused],
  )
  return photos
}

import { useEffect, useState } from 'react'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { followEngine } from '#web/local/engine/engine-reads.ts'
import { usePhotoCounts, usePhotos } from './photo-context.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import type { PhotoRow } from './photo-database.ts'
import type { PhotoStore } from './photo-store.ts'
import { refusedPhoto, type RefusedPhoto } from './refused-photo.ts'

/** Photos of the present account that the server does not take, oldest first; null until they have been read. */
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
          const rows = await refusedOf(engine, store)
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

/** How many there are, for the badge of every screen; none while the device cannot say. */
export function useRefusedCount(): number {
  const engine = useEngine()
  const { store } = usePhotos()
  const { refused } = usePhotoCounts()
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      followEngine(
        engine,
        async () => (refused === 0 ? 0 : (await refusedOf(engine, store)).length),
        setCount,
        () => undefined,
      ),
    [engine, store, refused],
  )
  return count
}

/** Those of the account that is worked in, and of an app of before, which kept no account. */
async function refusedOf(engine: Engine, store: PhotoStore): Promise<readonly PhotoRow[]> {
  const rows = await store.refused()
  const present = engine.author()?.accountId
  return rows.filter(({ accountId }) => accountId === undefined || accountId === present)
}

import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { withoutRefusals, type Drafts } from '#web/local/outbox/drafts.ts'
import type { PhotoCounts } from './photo-store.ts'
import { createPhotos, type Photos } from './photos.ts'

/** Holds the photos of this tab. */
export const PhotoContext = createContext<Photos | null>(null)

/** Owns the photos of this tab and sends what waits. */
export function PhotoProvider({ children }: { readonly children: ReactNode }) {
  const [photos] = useState(() => createPhotos())
  useEffect(() => photos.attach(), [photos])
  return <PhotoContext value={photos}>{children}</PhotoContext>
}

/** The photos of this tab. */
export function usePhotos(): Photos {
  const photos = use(PhotoContext)
  if (photos === null) throw new Error('no PhotoProvider above this component')
  return photos
}

/** Reads how many photos of this device wait to be sent; none where the page keeps no photos. */
export function useWaitingPhotos(): () => number {
  const photos = use(PhotoContext)
  return () => photos?.counts().waiting ?? 0
}

/** Address of a kept photo for an image of this page; null until it has been read. */
export function usePhotoUrl(photos: Photos, photoId: string): string | null {
  return useKeptPhoto(photos, photoId) ?? null
}

/** The same, undefined until the device has been asked, and null where it keeps no such photo. */
export function useKeptPhoto({ store }: Photos, photoId: string): string | null | undefined {
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let made: string | null = null
    let alive = true
    const read = store.bytes(photoId).catch(() => null)
    void read.then((bytes) => {
      if (!alive) return
      made = bytes === null ? null : URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
      setUrl(made)
    })
    return () => {
      alive = false
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [store, photoId])
  return url
}

/** Photos by what they wait for; another object only when something changed. */
export function usePhotoCounts(): PhotoCounts {
  const { subscribe, counts } = usePhotos()
  return useSyncExternalStore(subscribe, counts)
}

/** The drafts of this device, without which work goes on, too. */
export function useDrafts(): Drafts {
  const { drafts } = usePhotos().store
  return useMemo(() => withoutRefusals(drafts), [drafts])
}

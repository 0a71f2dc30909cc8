import { useEffect, useRef, useState } from 'react'
import type { Photos, TakenPhoto } from '#web/local/photo/photos.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import type { Compliance } from './use-compliance.ts'

/** Why a photo was not kept. */
export type PhotoProblem = Extract<TakenPhoto, { ok: false }>['error']

/** A photo that was taken for a test and not kept. */
export interface LostPhoto {
  readonly itemId: string
  readonly questionId: string | null
  readonly problem: PhotoProblem
  /** A confirmation has stopped because of it. */
  readonly told: boolean
}

/** The photos of the test in hand: taken, kept, removed, and what became of those that could not be kept. */
export interface TestPhotos {
  /** Keeps files for a question, or for the product as a whole; an earlier problem there is over. */
  readonly take: (questionId: string | null) => (files: readonly File[]) => Promise<void>
  readonly remove: (photoId: string) => void
  /** Why the last photo of a question was not kept; null where it was. */
  readonly problemOf: (questionId: string | null) => PhotoProblem | null
  /** Every photo of this test that was not kept. */
  readonly lost: readonly LostPhoto[]
  /** Whether a photo of a question is still being made small. */
  readonly isComing: (questionId: string) => boolean
  /** Waits for what is still being made small; false where a photo was lost that no confirmation has stopped for yet. */
  readonly settle: () => Promise<boolean>
  /** The test is confirmed, or forgotten. */
  readonly forget: () => void
}

/** Takes photos for the test of an item; what is lost is told longer than its question stands on the screen. */
export function useTestPhotos(deps: {
  readonly photos: Photos
  readonly userId: string
  readonly accountId: string | null
  readonly itemId: string | null
  readonly compliance: Compliance
  /** A photo came once its test was confirmed, and is none of it. */
  readonly onLate: () => void
}): TestPhotos {
  const { photos, userId, accountId, itemId, compliance, onLate } = deps
  const coming = useRef(new Map<Promise<unknown>, string | null>())
  const kept = useRef<readonly LostPhoto[]>([])
  const [all, draw] = useState<readonly LostPhoto[]>([])
  const setLost = (next: readonly LostPhoto[]): void => {
    kept.current = next
    draw(next)
  }

  // What is lost once the test is left is told by the screen that goes on with it.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function takeAll(files: readonly File[], of: string, questionId: string | null): Promise<void> {
    for (const file of files) {
      await keep(file, of, questionId)
      if (isHere.current) hearLosses(of)
    }
  }

  async function keep(file: File, of: string, questionId: string | null): Promise<void> {
    try {
      const taken = await photos.take(file, { userId, accountId, itemId: of, questionId })
      if (!taken.ok) return
      const added = await compliance.addPhoto(of, { photoId: taken.value.photoId, questionId })
      if (added === 'late') onLate()
    } catch (error) {
      if (!isStorageError(error)) throw error
      setLost([...kept.current, { itemId: of, questionId, problem: 'DEVICE_STORAGE_REFUSED', told: false }])
    }
  }

  function hearLosses(of: string): void {
    const news = photos.takeLosses(of).map((loss) => ({ itemId: of, ...loss, told: false }))
    if (news.length > 0) setLost([...kept.current, ...news])
  }

  const lost = all.filter((each) => each.itemId === itemId)
  return {
    take: (questionId) => async (files) => {
      if (itemId === null) throw new Error('a photo belongs to a test')
      hearLosses(itemId)
      setLost(kept.current.filter((each) => each.itemId !== itemId || each.questionId !== questionId))
      // On the disk before the photo is there: one that comes once the test is left is told by it whose it is.
      compliance.change((before) => ({ ...before }))
      const taking = takeAll(files, itemId, questionId)
      coming.current.set(taking, questionId)
      await taking.finally(() => coming.current.delete(taking))
    },
    remove(photoId) {
      compliance.change((before) => ({ ...before, photos: before.photos.filter((each) => each.photoId !== photoId) }))
      void photos.store.remove([photoId])
    },
    problemOf: (questionId) => lost.findLast((each) => each.questionId === questionId)?.problem ?? null,
    lost,
    isComing: (questionId) => [...coming.current.values()].includes(questionId),
    async settle() {
      // Those too that are taken while others are waited for.
      while (coming.current.size > 0) await Promise.allSettled(coming.current.keys())
      if (itemId !== null) {
        await photos.settled(itemId)
        hearLosses(itemId)
      }
      const isNew = kept.current.some((each) => each.itemId === itemId && !each.told)
      if (isNew) setLost(kept.current.map((each) => (each.itemId === itemId ? { ...each, told: true } : each)))
      return !isNew
    },
    forget: () => setLost(kept.current.filter((each) => each.itemId !== itemId)),
  }
}

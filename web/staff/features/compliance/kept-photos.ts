import { maxPhotosOfTest } from '#domain/item/evidence-photo.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import type { DraftPhoto, TestDraft } from './test-draft.ts'

/**
 * Photos that the device keeps for a user's test of an item, and that its draft names or not: one that came while
 * another screen had the test is known by its own row alone.
 */
export async function readKeptPhotos(photos: Photos, userId: string, itemId: string): Promise<readonly DraftPhoto[]> {
  const rows = await photos.store.ofItem(itemId).catch(() => [])
  return rows
    .filter((row) => row.state === 'draft' && row.userId === userId)
    .map(({ id, questionId }) => ({ photoId: id, questionId }))
}

/** The draft with photos that it does not name yet, as far as there is room; the same one where it names them all. */
export function withPhotos(draft: TestDraft, photos: readonly DraftPhoto[], room = maxPhotosOfTest): TestDraft {
  const known = new Set(draft.photos.map(({ photoId }) => photoId))
  const missing = photos.filter(({ photoId }) => !known.has(photoId)).slice(0, Math.max(0, room - known.size))
  return missing.length === 0 ? draft : { ...draft, photos: [...draft.photos, ...missing] }
}

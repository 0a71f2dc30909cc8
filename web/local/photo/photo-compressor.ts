import type { Result } from '#domain/kernel/result.ts'
import type { PhotoProblem } from '#domain/item/evidence-photo.ts'
import type { CompressedPhoto } from './compress-photo.ts'

/** A photo on its way to the worker. */
export interface PhotoRequest {
  readonly id: number
  readonly file: Blob
}

/** What the worker made of it. */
export interface PhotoReply {
  readonly id: number
  readonly result: Result<CompressedPhoto, PhotoProblem>
}

/** Makes photos small away from the page, which goes on taking scans in the meantime. */
export type CompressPhoto = (file: Blob) => Promise<Result<CompressedPhoto, PhotoProblem>>

/** Creates it; the worker starts with the first photo and stays for the next ones. */
export function createPhotoCompressor(): CompressPhoto {
  const waiting = new Map<number, (result: PhotoReply['result']) => void>()
  let worker: Worker | null = null
  let last = 0

  function start(): Worker {
    const made = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module', name: 'reprise-photos' })
    made.addEventListener('message', ({ data }: MessageEvent<PhotoReply>) => {
      waiting.get(data.id)?.(data.result)
      waiting.delete(data.id)
    })
    made.addEventListener('error', () => {
      for (const answer of waiting.values()) answer({ ok: false, error: 'PHOTO_NOT_AN_IMAGE' })
      waiting.clear()
      made.terminate()
      worker = null
    })
    return made
  }

  return (file) =>
    new Promise((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      worker ??= start()
      worker.postMessage({ id, file } satisfies PhotoRequest)
    })
}

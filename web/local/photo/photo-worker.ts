import { compressPhoto } from './compress-photo.ts'
import type { PhotoReply, PhotoRequest } from './photo-compressor.ts'

// One photo at a time: two decoded ones may be more than a handheld has room for.
let turn: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => {
  turn = turn.then(() => answer(data))
})

async function answer({ id, file }: PhotoRequest): Promise<void> {
  const result = await compressPhoto(file).catch(() => ({ ok: false as const, error: 'PHOTO_NOT_AN_IMAGE' as const }))
  const transfer = result.ok ? [result.value.bytes] : []
  postMessage({ id, result } satisfies PhotoReply, { transfer })
}

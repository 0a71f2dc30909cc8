import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { PhotoProblem } from '#domain/item/evidence-photo.ts'
import { inspectPhoto } from './photo-file.ts'

/** A photo as it is kept and sent: upright, without what the camera wrote beside the pixels. */
export interface CompressedPhoto {
  readonly bytes: ArrayBuffer
  /** In hexadecimal. */
  readonly sha256: string
  readonly type: 'image/jpeg'
  readonly width: number
  readonly height: number
}

/** Size that photos are brought to where their content allows it. */
const goalBytes = 300_000
/** Larger files are no photo that a person takes. */
const mostFileBytes = 80 * 1024 * 1024
// From the first that is small enough; a scratch shows at 1,600 pixels, and hardly gains above.
const tries = [
  { edge: 1_600, quality: 0.82 },
  { edge: 1_600, quality: 0.7 },
  { edge: 1_600, quality: 0.58 },
  { edge: 1_280, quality: 0.6 },
  { edge: 1_024, quality: 0.55 },
  { edge: 1_024, quality: 0.4 },
] as const

/** Makes a photo small. Drawing it turns it upright and leaves place, time and camera behind. */
export async function compressPhoto(file: Blob): Promise<Result<CompressedPhoto, PhotoProblem>> {
  if (file.size > mostFileBytes) return fail('PHOTO_TOO_LARGE')
  const inspected = inspectPhoto(new Uint8Array(await file.arrayBuffer()))
  if (!inspected.ok) return inspected
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return fail('PHOTO_NOT_AN_IMAGE')
  try {
    return succeed(await shrink(bitmap))
  } finally {
    bitmap.close()
  }
}

async function shrink(bitmap: ImageBitmap): Promise<CompressedPhoto> {
  let best: { readonly blob: Blob; readonly width: number; readonly height: number } | null = null
  for (const { edge, quality } of tries) {
    const canvas = drawn(bitmap, edge)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    best = { blob, width: canvas.width, height: canvas.height }
    if (blob.size <= goalBytes) break
  }
  if (best === null) throw new Error('there is always a first try')
  const bytes = await best.blob.arrayBuffer()
  return { bytes, sha256: await sha256Of(bytes), type: 'image/jpeg', width: best.width, height: best.height }
}

function drawn(bitmap: ImageBitmap, edge: number): OffscreenCanvas {
  const share = Math.min(1, edge / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * share))
  const height = Math.max(1, Math.round(bitmap.height * share))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('a canvas without a context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

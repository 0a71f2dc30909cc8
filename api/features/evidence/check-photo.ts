import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { keptPicture } from '#api/adapters/picture/kept-picture.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { tooManyPixels, type PhotoError, type PhotoType } from '#domain/item/evidence-photo.ts'

/** A photo that is what it was announced to be. */
export interface CheckedPhoto {
  readonly width: number
  readonly height: number
  /** The bytes that are kept of it: without place, time and camera, and upright. */
  readonly kept: Uint8Array<ArrayBuffer>
}

const formats: Readonly<Record<PhotoType, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' }

/**
 * Looks at the bytes themselves: their hash, their kind, their size in pixels, and whether the picture is whole. Every
 * pixel is decoded once, because the end of a picture that broke off is only missed there.
 */
export async function checkPhoto(
  bytes: Uint8Array,
  announced: { readonly sha256: string; readonly type: PhotoType },
): Promise<Result<CheckedPhoto, PhotoError>> {
  if (createHash('sha256').update(bytes).digest('hex') !== announced.sha256) return fail('PHOTO_HASH_DIFFERS')
  const options = { failOn: 'truncated', limitInputPixels: false, animated: false } as const
  const found = await sharp(bytes, options)
    .metadata()
    .catch(() => null)
  if (found === null || found.format !== formats[announced.type]) return fail('PHOTO_NOT_AN_IMAGE')
  if (found.width * found.height >= tooManyPixels) return fail('PHOTO_TOO_MANY_PIXELS')
  const isWhole = await sharp(bytes, options)
    .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
  if (!isWhole) return fail('PHOTO_TRUNCATED')
  // An older device may send what its camera wrote beside the pixels: nothing of that is a reason to refuse evidence.
  return succeed({ ...found.autoOrient, kept: await keptPicture(bytes, announced.type) })
}

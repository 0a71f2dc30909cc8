import sharp from 'sharp'
import {
  checkPicture,
  type PictureSize,
  type PictureError,
  type PictureType,
  type PictureUse,
} from '#domain/settings/picture.ts'
import { keptBytes } from './kept-picture.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'

/** A picture that may serve its use. */
export interface ReadPicture {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

/**
 * Reads a picture from Base64 and judges it by its bytes; null and undefined pass as what they are. What is kept of it
 * draws the picture, and holds nothing else.
 */
export async function readPicture<Absent extends null | undefined>(
  base64: string | Absent,
  use: PictureUse,
): Promise<Result<ReadPicture | Absent, PictureError>> {
  if (typeof base64 !== 'string') return succeed(base64)
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const checked = checkPicture(bytes, use)
  if (!checked.ok) return checked
  const { type } = checked.value
  if (!(await isWhole(bytes, type))) return fail('PICTURE_BROKEN')
  const kept = await keptBytes({ type, bytes })
  return kept.byteLength === 0 ? fail('PICTURE_BROKEN') : succeed({ type, bytes: kept })
}

/** How large a picture is as it is shown: a photograph may lie on its side, and say how it stands. */
export async function shownSize({ bytes }: ReadPicture): Promise<PictureSize> {
  const { autoOrient } = await sharp(bytes).metadata()
  return autoOrient
}

// A picture that broke off looks right by its first bytes: every pixel is decoded once. The parts of an icon were looked
// at one by one.
async function isWhole(bytes: Uint8Array, type: PictureType): Promise<boolean> {
  if (type === 'image/x-icon') return true
  return sharp(bytes, { failOn: 'truncated' })
    .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

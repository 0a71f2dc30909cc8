import sharp from 'sharp'
import { checkPicture, type PictureError, type PictureType, type PictureUse } from '#domain/configuration/picture.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'

/** A picture that may serve its use. */
export interface ReadPicture {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

/** Reads a picture from Base64 and judges it by its bytes; null and undefined pass as what they are. */
export async function readPicture<Absent extends null | undefined>(
  base64: string | Absent,
  use: PictureUse,
): Promise<Result<ReadPicture | Absent, PictureError>> {
  if (typeof base64 !== 'string') return succeed(base64)
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const checked = checkPicture(bytes, use)
  if (!checked.ok) return checked
  const { type } = checked.value
  return (await isWhole(bytes, type)) ? succeed({ type, bytes }) : fail('PICTURE_BROKEN')
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

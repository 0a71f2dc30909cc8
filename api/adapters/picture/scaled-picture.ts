import sharp from 'sharp'
import type { PictureType, PictureWidth } from '#domain/configuration/picture.ts'

/** A picture as it is kept. */
interface KeptPicture {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

/** A picture as it is sent. */
export interface SentPicture {
  readonly type: PictureType | 'image/webp'
  readonly bytes: Uint8Array
}

const mostKept = 400

/** Makes pictures as small as the place that shows them needs, and keeps those that were asked for last. */
export function createPictureScaler(): (id: string, picture: KeptPicture, width: PictureWidth) => Promise<SentPicture> {
  const made = new Map<string, Promise<SentPicture>>()
  // One after the other: many at once would keep the threads that files and compression wait for.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (picture: KeptPicture, width: PictureWidth): Promise<SentPicture> => {
    const scaled = last.then(() => scaledTo(picture, width))
    last = scaled
    return scaled
  }
  return (id, picture, width) => {
    const key = `${id} ${width}`
    const scaled = made.get(key) ?? inTurn(picture, width)
    made.delete(key)
    made.set(key, scaled)
    if (made.size > mostKept) made.delete(made.keys().next().value!)
    return scaled
  }
}

// What cannot be made smaller is sent as it is: an icon, or a picture that is small already.
async function scaledTo(picture: KeptPicture, width: PictureWidth): Promise<SentPicture> {
  if (picture.type === 'image/x-icon') return picture
  const bytes = await sharp(picture.bytes)
    .autoOrient()
    .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null)
  return bytes === null || bytes.byteLength >= picture.bytes.byteLength ? picture : { type: 'image/webp', bytes }
}

import sharp from 'sharp'
import { isBare, keptBytes } from './kept-picture.ts'
import type { PictureType, PictureWidth } from '#domain/settings/picture.ts'

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

const mostScaled = 400
const mostBare = 40

/**
 * Makes pictures as small as the place that shows them needs, and keeps those that were asked for last. Earlier versions
 * have kept pictures as they came: of those, too, nothing but the pixels is sent.
 */
export function createPictureScaler(): (
  id: string,
  stored: KeptPicture,
  width: PictureWidth | undefined,
) => Promise<SentPicture> {
  const scaled = new Map<string, Promise<SentPicture>>()
  const bared = new Map<string, Promise<KeptPicture>>()
  // One after the other: many at once would keep the threads that files and compression wait for.
  let last: Promise<unknown> = Promise.resolve()
  const serially = <Made>(make: () => Promise<Made>): Promise<Made> => {
    const making = last.then(make)
    last = making
    return making
  }
  const bare = async (id: string, stored: KeptPicture): Promise<KeptPicture> =>
    stored.type === 'image/x-icon' || isBare(stored.bytes)
      ? bareOf(stored)
      : remembered(bared, mostBare, id, () => serially(() => bareOf(stored)))
  return (id, stored, width) =>
    width === undefined
      ? bare(id, stored)
      : remembered(scaled, mostScaled, `${id} ${width}`, async () => {
          const picture = await bare(id, stored)
          return serially(() => scaledTo(picture, width))
        })
}

/** What was made under a key, or is made now; the one that nobody has asked for the longest gives way. */
function remembered<Made>(
  made: Map<string, Promise<Made>>,
  most: number,
  key: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const one = made.get(key) ?? make()
  made.delete(key)
  made.set(key, one)
  if (made.size > most) made.delete(made.keys().next().value!)
  return one
}

// What cannot be taken apart is sent as it is.
async function bareOf(stored: KeptPicture): Promise<KeptPicture> {
  const bytes = await keptBytes(stored).catch(() => stored.bytes)
  return bytes.byteLength > 0 ? { ...stored, bytes } : stored
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

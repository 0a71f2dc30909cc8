import { fail, succeed, type Result } from '../kernel/result.ts'

/** Kinds of picture that an account may show, by media type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/x-icon'] as const
export type PictureType = (typeof pictureTypes)[number]

/** What a picture of an account is for. */
export type PictureUse = 'logo' | 'favicon' | 'banner' | 'category' | 'product' | 'question' | 'text'

/** What a picture must be to serve a use. */
export interface PictureRule {
  readonly types: readonly PictureType[]
  readonly maxBytes: number
  /** Width and height of the picture, or of one of those that an icon holds; absent: any. */
  readonly exactPx?: number
  /** Longest side to which a form scales what is too large; absent: it is refused as it is. */
  readonly scaledPx?: number
}

/** Rules by use (SET-12, SET-13, SET-22, CAT-11, CAT-35). A kilobyte is 1000 bytes. */
export const pictureRules: Readonly<Record<PictureUse, PictureRule>> = {
  logo: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000 },
  favicon: { types: ['image/x-icon', 'image/png'], maxBytes: 20_000, exactPx: 16 },
  banner: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000 },
  category: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000 },
  product: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000, scaledPx: 1600 },
  question: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000, scaledPx: 1600 },
  text: { types: ['image/png', 'image/jpeg'], maxBytes: 250_000, scaledPx: 1600 },
}

/** Sides in pixels that a picture can be asked for, each for a place that shows it: a thumb, a card, a whole panel. */
export const pictureWidths = [96, 240, 480, 960] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** Pixels from which on a picture is refused: a small file may unpack to more than a phone can draw. */
export const tooManyPicturePixels = 25_000_000

/** Why a file cannot be shown; form and server say the same. */
export const pictureErrors = [
  'PICTURE_TYPE_WRONG',
  'PICTURE_TOO_LARGE',
  'PICTURE_SIZE_WRONG',
  'PICTURE_TOO_MANY_PIXELS',
  'PICTURE_BROKEN',
] as const
export type PictureError = (typeof pictureErrors)[number]

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** What the first bytes of a picture say. An icon holds several. */
export interface PictureFacts {
  readonly type: PictureType
  readonly sizes: readonly PictureSize[]
}

/** Passes a file that may serve a use, judged by its bytes alone: neither its name nor its announced type counts. */
export function checkPicture(bytes: Uint8Array, use: PictureUse): Result<PictureFacts, PictureError> {
  const { types, maxBytes, exactPx } = pictureRules[use]
  const type = typeOf(bytes)
  if (type === null || !types.includes(type)) return fail('PICTURE_TYPE_WRONG')
  if (bytes.byteLength > maxBytes) return fail('PICTURE_TOO_LARGE')
  const sizes = sizesOf(bytes, type)
  if (sizes.length === 0) return fail('PICTURE_BROKEN')
  if (sizes.some(({ width, height }) => width * height >= tooManyPicturePixels)) return fail('PICTURE_TOO_MANY_PIXELS')
  const fits = ({ width, height }: PictureSize): boolean => width === exactPx && height === exactPx
  if (exactPx !== undefined && !sizes.some(fits)) return fail('PICTURE_SIZE_WRONG')
  return succeed({ type, sizes })
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]
const iconStart = [0, 0, 1, 0]

function typeOf(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, pngStart)) return 'image/png'
  if (startsWith(bytes, jpegStart)) return 'image/jpeg'
  return startsWith(bytes, iconStart) ? 'image/x-icon' : null
}

function sizesOf(bytes: Uint8Array, type: PictureType): readonly PictureSize[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/x-icon') return iconSizes(bytes, view)
  const size = type === 'image/png' ? pngSize(bytes, view) : jpegSize(view)
  return size === null || size.width === 0 || size.height === 0 ? [] : [size]
}

function pngSize(bytes: Uint8Array, view: DataView): PictureSize | null {
  if (bytes.byteLength < 33 || view.getUint32(12) !== 0x49484452) return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

// The size stands in the frame's head, behind any number of segments, each of which says how long it is.
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

// An icon whose entries point outside of the file, or at neither of the two formats that it may hold, is none.
function iconSizes(bytes: Uint8Array, view: DataView): readonly PictureSize[] {
  if (view.byteLength < 6) return []
  const count = view.getUint16(4, true)
  if (count === 0 || view.byteLength < 6 + count * 16) return []
  const sizes = Array.from({ length: count }, (_, at) => iconEntry(bytes, view, 6 + at * 16))
  return sizes.some((size) => size === null) ? [] : sizes.filter((size) => size !== null)
}

function iconEntry(bytes: Uint8Array, view: DataView, at: number): PictureSize | null {
  const [length, start] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
  if (length < 40 || start + length > view.byteLength) return null
  const content = bytes.subarray(start, start + length)
  if (startsWith(content, pngStart))
    return pngSize(content, new DataView(content.buffer, content.byteOffset, content.byteLength))
  if (view.getUint32(start, true) !== 40) return null
  // 256 does not fit into a byte and is written as 0.
  return { width: view.getUint8(at) || 256, height: view.getUint8(at + 1) || 256 }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.byteLength >= start.length && start.every((byte, at) => bytes[at] === byte)
}

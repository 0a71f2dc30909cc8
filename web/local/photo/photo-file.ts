import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { tooManyPixels, type PhotoProblem, type PhotoType } from '#domain/item/evidence-photo.ts'

/** What the first bytes of a photo say, once its last ones are known to be there. */
export interface PhotoFacts {
  readonly type: PhotoType
  readonly width: number
  readonly height: number
}

/**
 * Reads kind and size of a photo from its own bytes, and whether it is whole, without decoding it: a picture of a
 * hundred megapixels would not fit into the memory of a handheld, and decoders fill in what is missing at the end.
 */
export function inspectPhoto(bytes: Uint8Array): Result<PhotoFacts, PhotoProblem> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const inspected = kindOf(bytes, view)
  if (!inspected.ok) return inspected
  const { width, height } = inspected.value
  if (width === 0 || height === 0) return fail('PHOTO_NOT_AN_IMAGE')
  return width * height >= tooManyPixels ? fail('PHOTO_TOO_MANY_PIXELS') : inspected
}

function kindOf(bytes: Uint8Array, view: DataView): Result<PhotoFacts, PhotoProblem> {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(view)
  if (textAt(bytes, 1, 3) === 'PNG' && bytes[0] === 0x89) return readPng(bytes, view)
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return readWebp(bytes, view)
  return fail('PHOTO_NOT_AN_IMAGE')
}

const truncated = fail('PHOTO_TRUNCATED' as const)

// A JPEG is a row of marked parts; the pixels run on until a marker that is neither a stuffed zero nor a restart.
function readJpeg(view: DataView): Result<PhotoFacts, PhotoProblem> {
  let size: { readonly width: number; readonly height: number } | null = null
  let at = 2
  while (at + 2 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return fail('PHOTO_NOT_AN_IMAGE')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return size === null ? fail('PHOTO_NOT_AN_IMAGE') : succeed({ type: 'image/jpeg', ...size })
    at += 2
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue
    if (at + 2 > view.byteLength) return truncated
    const length = view.getUint16(at)
    if (isFrame(marker)) {
      if (at + 7 > view.byteLength) return truncated
      size = { height: view.getUint16(at + 3), width: view.getUint16(at + 5) }
      // The size is known before the pixels, and enough to refuse it.
      if (size.width * size.height >= tooManyPixels) return fail('PHOTO_TOO_MANY_PIXELS')
    }
    at += length
    if (marker === 0xda) at = afterPixels(view, at)
  }
  return truncated
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function afterPixels(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) !== 0xff) continue
    const next = view.getUint8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return view.byteLength
}

function readPng(bytes: Uint8Array, view: DataView): Result<PhotoFacts, PhotoProblem> {
  if (bytes.byteLength < 33) return truncated
  if (textAt(bytes, 12, 4) !== 'IHDR') return fail('PHOTO_NOT_AN_IMAGE')
  const facts = { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) } as const
  if (facts.width * facts.height >= tooManyPixels) return fail('PHOTO_TOO_MANY_PIXELS')
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + view.getUint32(at))
    if (textAt(bytes, at + 4, 4) === 'IEND') return succeed(facts)
  return truncated
}

function readWebp(bytes: Uint8Array, view: DataView): Result<PhotoFacts, PhotoProblem> {
  if (bytes.byteLength < 30 || view.getUint32(4, true) + 8 > bytes.byteLength) return truncated
  const kind = textAt(bytes, 12, 4)
  const type = 'image/webp' as const
  if (kind === 'VP8X') return succeed({ type, width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) })
  if (kind === 'VP8 ')
    return succeed({ type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff })
  if (kind !== 'VP8L') return fail('PHOTO_NOT_AN_IMAGE')
  const bits = view.getUint32(21, true)
  return succeed({ type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) })
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

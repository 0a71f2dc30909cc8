/** The parts of a file that draw its picture, or null where it is not built as its kind is. */
type Parts = readonly Uint8Array[] | null

/**
 * The same picture without what is not needed to draw it: place, time and camera (EXIF), descriptions (XMP, IPTC),
 * comments, thumbnails, colour profiles, and whatever follows its end. No pixel changes. Null where the bytes are no
 * whole JPEG, PNG or WebP.
 */
export function barePicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = partsOf(bytes, view)
  if (parts === null) return null
  const bare = joined(parts)
  // The head of a WebP says how long the rest is.
  if (isWebp(bytes)) new DataView(bare.buffer).setUint32(4, bare.byteLength - 8, true)
  return bare
}

function partsOf(bytes: Uint8Array, view: DataView): Parts {
  if (view.byteLength > 4 && view.getUint16(0) === 0xffd8) return jpegParts(bytes, view)
  if (view.byteLength > 8 && view.getUint32(0) === 0x89504e47) return pngParts(bytes, view)
  return isWebp(bytes) ? webpParts(bytes, view) : null
}

function isWebp(bytes: Uint8Array): boolean {
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP'
}

const [frameEnd, scanStart] = [0xd9, 0xda]

// Of the segments for applications two say how colours are coded: JFIF, without the thumbnail that may follow, and
// Adobe's. Others than those of frames, tables and scans draw nothing: comments, and markers that are reserved. What lies
// between the segments and behind the end is nobody's.
function jpegParts(bytes: Uint8Array, view: DataView): Parts {
  const parts = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === frameEnd) return [...parts, bytes.subarray(at, at + 2)]
    if (at + 4 > view.byteLength) return null
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > view.byteLength) return null
    const name = textAt(bytes, at + 4)
    const draws = marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8
    if (marker === 0xe0 && name === 'JFIF' && end - at >= 18) parts.push(jfif(bytes.subarray(at, at + 18)))
    else if (draws || (marker === 0xee && name === 'Adob' && end - at === 16)) parts.push(bytes.subarray(at, end))
    at = end
    if (marker === scanStart) {
      const next = afterPixels(view, at)
      parts.push(bytes.subarray(at, next))
      at = next
    }
  }
  return null
}

function jfif(segment: Uint8Array): Uint8Array {
  const bare = segment.slice()
  bare.set([0, 16], 2)
  // Width and height of the thumbnail.
  bare.set([0, 0], 16)
  return bare
}

// Pixels run on until a marker that is neither a stuffed zero nor a restart.
function afterPixels(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) !== 0xff) continue
    const next = view.getUint8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return view.byteLength
}

/**
 * Chunks of a PNG that pixels are drawn from, with the colours and the size that they are meant for, and how long the
 * content of each may be: decoders read no more of it.
 */
const pngChunks: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
}

function pngParts(bytes: Uint8Array, view: DataView): Parts {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= view.byteLength;) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > view.byteLength) return null
    const name = textAt(bytes, at + 4)
    if (length <= (pngChunks[name] ?? -1)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return length === 0 ? parts : null
    at = end
  }
  return null
}

/** Chunks of a WebP that pixels are drawn from; without `VP8X` it would lose its transparency. */
const webpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
/** Of the flags of `VP8X`, that there is transparency. */
const alphaFlag = 0x10

function webpParts(bytes: Uint8Array, view: DataView): Parts {
  const parts = [bytes.slice(0, 12)]
  const whole = 8 + view.getUint32(4, true)
  if (whole > view.byteLength) return null
  for (let at = 12; at + 8 <= whole;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (end > whole) return null
    const name = textAt(bytes, at)
    const chunk = bytes.slice(at, end)
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & alphaFlag
    if (webpChunks.includes(name)) parts.push(chunk)
    at = end
  }
  return parts.length === 1 ? null : parts
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

import sharp from 'sharp'
import type { PictureType } from '#domain/settings/picture.ts'
import { barePicture } from '#domain/kernel/bare-picture.ts'

const drawnAgain = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const
const quality = 92
// Decoders warn of much that every browser draws.
const options = { failOn: 'truncated', limitInputPixels: false } as const

type DrawnType = keyof typeof drawnAgain

/** What is kept of a picture that an account shows; one that cannot be taken apart is no picture any more. */
export async function keptBytes({ type, bytes }: { type: PictureType; bytes: Uint8Array }) {
  return type === 'image/x-icon' ? (keptIcon(bytes) ?? new Uint8Array()) : keptPicture(bytes, type)
}

/** Whether a picture is nothing but its pixels already. */
export function isBare(bytes: Uint8Array): boolean {
  return barePicture(bytes)?.byteLength === bytes.byteLength
}

/**
 * The picture that is kept of a whole one: upright, and nothing but its pixels. Where it stands upright already, its
 * pixels stay as they came; a photograph on its side, or one in other colours than screens expect, is drawn again.
 */
export async function keptPicture(bytes: Uint8Array, type: DrawnType): Promise<Uint8Array<ArrayBuffer>> {
  const bare = barePicture(bytes)
  // Most have come through here before, or were drawn by a device.
  if (bare?.byteLength === bytes.byteLength) return bare
  const { orientation = 1, icc, pages = 1 } = await sharp(bytes, options).metadata()
  const isUsual = icc === undefined || icc.includes('sRGB') || icc.includes('s\0R\0G\0B')
  return bare !== null && orientation === 1 && isUsual && pages === 1 ? bare : drawAgain(bytes, type)
}

async function drawAgain(bytes: Uint8Array, type: DrawnType): Promise<Uint8Array<ArrayBuffer>> {
  const format = drawnAgain[type]
  const drawn = await sharp(bytes, { ...options, animated: false })
    .autoOrient()
    .toFormat(format, format === 'png' ? {} : { quality })
    .toBuffer()
  return barePicture(drawn) ?? new Uint8Array(drawn)
}

const iconHead = 6
const iconEntry = 16

/** An icon made of its pictures alone, each bare; what lies between and behind them is left out. */
export function keptIcon(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4, true)
  const entries = Array.from({ length: count }, (_, at) => iconHead + at * iconEntry)
  const pictures = entries.map((at) => {
    const start = view.getUint32(at + 12, true)
    const content = bytes.subarray(start, start + view.getUint32(at + 8, true))
    return content[0] === 0x89 ? barePicture(content) : bareBitmap(content)
  })
  const head = new Uint8Array(iconHead + count * iconEntry)
  head.set(bytes.subarray(0, head.byteLength))
  const parts = [head]
  let start = head.byteLength
  for (const [at, picture] of pictures.entries()) {
    if (picture === null) return null
    const entry = new DataView(head.buffer, iconHead + at * iconEntry)
    entry.setUint32(8, picture.byteLength, true)
    entry.setUint32(12, start, true)
    start += picture.byteLength
    parts.push(picture)
  }
  return new Uint8Array(Buffer.concat(parts))
}

// The head says how many colours and pixels follow; a mask of a bit a pixel ends it.
function bareBitmap(bitmap: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength)
  const [width, height] = [view.getInt32(4, true), Math.abs(view.getInt32(8, true)) / 2]
  const depth = view.getUint16(14, true)
  const colours = depth > 8 ? 0 : view.getUint32(32, true) || 2 ** depth
  const rowOf = (bits: number): number => Math.ceil((width * bits) / 32) * 4
  const length = 40 + colours * 4 + (rowOf(depth) + rowOf(1)) * height
  const isWhole = width > 0 && Number.isSafeInteger(length) && length <= bitmap.byteLength
  return isWhole ? (bitmap.slice(0, length) as Uint8Array<ArrayBuffer>) : null
}

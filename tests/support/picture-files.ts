import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const filled = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6e4f' } })

/** A PNG of a size. */
export async function pngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await filled(width, height).png().toBuffer())
}

/** A small PNG whose head claims another size: by it a picture is judged, before any pixel is drawn. */
export async function claimedPngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const png = await pngOf(9, 9)
  const view = new DataView(png.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return png
}

/** A JPG of a size. */
export async function jpgOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await filled(width, height).jpeg().toBuffer())
}

/** A JPG whose pixels lie on their side, as a telephone held upright writes them. */
export async function lyingJpgOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await filled(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer())
}

/** What a camera and a joker write beside the pixels: a place, a name, a script behind the end. */
export const besidePixels = ['48.858', 'Zoe of the camera', '<script>alert(1)</script>'] as const

/** A picture with all of that, upright unless told otherwise. */
export async function telltaleOf(
  format: 'jpeg' | 'png' | 'webp',
  { width = 24, height = 12, orientation = 1 } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const [place, artist, script] = besidePixels
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" place="${place}"/></rdf:RDF></x:xmpmeta>`
  const picture = await filled(width, height)
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Artist: artist }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 29/1' } })
    .withXmp(xmp)
    .toFormat(format)
    .toBuffer()
  return new Uint8Array(Buffer.concat([picture, Buffer.from(script)]))
}

/** An icon that holds pictures. */
export function icoOf(...pictures: readonly { readonly side: number; readonly bytes: Uint8Array }[]) {
  const head = Buffer.alloc(6 + pictures.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let start = head.length
  for (const [at, { side, bytes }] of pictures.entries()) {
    head.writeUInt8(side % 256, 6 + at * 16)
    head.writeUInt8(side % 256, 7 + at * 16)
    head.writeUInt32LE(bytes.length, 6 + at * 16 + 8)
    head.writeUInt32LE(start, 6 + at * 16 + 12)
    start += bytes.length
  }
  return new Uint8Array(Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]))
}

/** The same PNG, grown to a size within its compressed pixels: by blocks of nothing, each of which takes some bytes. */
export function sized(png: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const whole = Buffer.from(png)
  const at = whole.indexOf('IDAT') - 4
  const stream = whole.subarray(at + 8, at + 8 + whole.readUInt32BE(at))
  const room = byteLength - png.byteLength
  // A block takes five bytes, a chunk twelve.
  const chunks = [0, 1, 2, 3, 4].find((count) => room >= count * 12 && (room - count * 12) % 5 === 0)
  if (chunks === undefined) throw new Error(`a PNG of ${png.byteLength} bytes does not grow to ${byteLength}`)
  const nothing = Buffer.from([0, 0, 0, 255, 255])
  const blocks = Array.from({ length: (room - chunks * 12) / 5 }, () => nothing)
  const pixels = pngChunk('IDAT', Buffer.concat([stream.subarray(0, 2), ...blocks, stream.subarray(2)]))
  const empty = Array.from({ length: chunks }, () => pngChunk('IDAT', Buffer.alloc(0)))
  const rest = whole.subarray(at + 12 + stream.length)
  return new Uint8Array(Buffer.concat([whole.subarray(0, at), pixels, ...empty, rest]))
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const chunk = Buffer.alloc(8 + named.length)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), 4 + named.length)
  return chunk
}

/** Bytes as they travel within JSON. */
export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

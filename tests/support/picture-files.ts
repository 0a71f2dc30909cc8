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

/** The same picture, as large as that: what follows its end is passed over by whoever draws it. */
export function sized(picture: Uint8Array, byteLength: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(byteLength)
  grown.set(picture)
  return grown
}

/** Bytes as they travel within JSON. */
export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const squeeze = promisify(deflate)
const mostColours = 96

/** A picture as bytes of red, green, blue and opacity, line after line. */
export interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** A PNG that keeps the most frequent colours and puts the nearest of them for each other one: small for flat drawings. */
export async function indexedPng({ data, width, height }: Pixels): Promise<Buffer> {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const palette = frequentColours(pixels)
  const lines = await squeeze(placesOf(pixels, palette, width), { level: 6 })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which name a colour of the palette.
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => channels(colour).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => channels(colour)[3]))),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function channels(colour: number): readonly [red: number, green: number, blue: number, opacity: number] {
  return [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255, colour >>> 24]
}

function frequentColours(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>()
  // Most pixels have the colour of their neighbour: only where it ends is it counted.
  let start = 0
  for (let at = 1; at <= pixels.length; at += 1) {
    if (at < pixels.length && pixels[at] === pixels[start]) continue
    counts.set(pixels[start]!, (counts.get(pixels[start]!) ?? 0) + at - start)
    start = at
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a)
  return byCount.slice(0, mostColours).map(([colour]) => colour)
}

/** Of each pixel the place of its colour; every line begins with the filter that it takes, none. */
function placesOf(pixels: Uint32Array, palette: readonly number[], width: number): Buffer {
  const known = new Map(palette.map((colour, at) => [colour, at]))
  const parts = Int16Array.from(palette.flatMap(channels))
  const nearest = (colour: number): number => {
    const [red, green, blue, opacity] = channels(colour)
    let [best, least] = [0, Infinity]
    for (let at = 0; at < parts.length; at += 4) {
      const [r, g, b, o] = [parts[at]! - red, parts[at + 1]! - green, parts[at + 2]! - blue, parts[at + 3]! - opacity]
      const far = r * r + g * g + b * b + 2 * o * o
      if (far < least) [best, least] = [at / 4, far]
    }
    known.set(colour, best)
    return best
  }
  const places = Buffer.alloc(pixels.length + pixels.length / width)
  let [last, place] = [palette[0], 0]
  for (let at = 0; at < pixels.length; at += 1) {
    const colour = pixels[at]!
    if (colour !== last) [last, place] = [colour, known.get(colour) ?? nearest(colour)]
    places[at + Math.floor(at / width) + 1] = place
  }
  return places
}

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { barePicture } from '#domain/kernel/bare-picture.ts'
import { besidePixels, icoOf, jpgOf, pngOf, telltaleOf } from '#tests/support/picture-files.ts'
import { keptIcon, keptPicture } from './kept-picture.ts'

const formats = ['jpeg', 'png', 'webp'] as const
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe.each(formats)('of a %s', (format) => {
  it('nothing is kept but the pixels, and no pixel changes', async () => {
    const sent = await telltaleOf(format)
    for (const words of besidePixels.slice(1)) expect(textOf(sent)).toContain(words)
    const kept = await keptPicture(sent, `image/${format}`)
    for (const words of [...besidePixels, 'Exif', 'xmp']) expect(textOf(kept)).not.toContain(words)
    const { exif, xmp, icc, orientation, ...facts } = await sharp(kept).metadata()
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(facts).toMatchObject({ format, width: 24, height: 12 })
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(sent).raw().toBuffer())
  })

  it('one that lies on its side is stood upright', async () => {
    const kept = await keptPicture(await telltaleOf(format, { orientation: 6 }), `image/${format}`)
    for (const words of besidePixels) expect(textOf(kept)).not.toContain(words)
    const { width, height, orientation } = await sharp(kept).metadata()
    expect({ width, height, orientation }).toEqual({ width: 12, height: 24, orientation: undefined })
  })

  it('what holds nothing else stays byte for byte', async () => {
    const once = await keptPicture(await telltaleOf(format), `image/${format}`)
    expect(await keptPicture(once, `image/${format}`)).toEqual(once)
  })
})

it('a comment within a JPG and a text within a PNG go', async () => {
  const jpg = await jpgOf(9, 9)
  const comment = Buffer.from([0xff, 0xfe, 0, 8, ...Buffer.from('secret')])
  const commented = new Uint8Array(Buffer.concat([jpg.subarray(0, 2), comment, jpg.subarray(2)]))
  expect(textOf(await keptPicture(commented, 'image/jpeg'))).not.toContain('secret')
  const png = await pngOf(9, 9)
  const text = Buffer.from([0, 0, 0, 8, ...Buffer.from('tEXtA\0secret'), 0, 0, 0, 0])
  const told = new Uint8Array(Buffer.concat([png.subarray(0, 33), text, png.subarray(33)]))
  const kept = await keptPicture(told, 'image/png')
  expect(textOf(kept)).not.toContain('secret')
  expect(kept).toEqual(await keptPicture(png, 'image/png'))
})

it.each([0x02, 0xbf, 0xc8, 0xf0, 0xf7, 0xfd])('a segment of a JPG that draws nothing goes: %i', async (marker) => {
  const jpg = await jpgOf(9, 9)
  const hidden = Buffer.from([0xff, marker, 0, 8, ...Buffer.from('secret')])
  const sent = new Uint8Array(Buffer.concat([jpg.subarray(0, 2), hidden, jpg.subarray(2)]))
  // Decoders refuse some of these whole; browsers draw on.
  expect(barePicture(sent)).toEqual(barePicture(jpg))
})

it.each(['bKGD', 'pHYs', 'sBIT', 'tRNS'])(
  'a chunk of a PNG that is longer than its content goes (%s)',
  async (name) => {
    const png = await pngOf(9, 9)
    const content = Buffer.from(`${name}${'secret '.repeat(100)}`)
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length - 4)
    const sent = Buffer.concat([png.subarray(0, 33), head, content, Buffer.alloc(4), png.subarray(33)])
    const kept = await keptPicture(new Uint8Array(sent), 'image/png')
    expect(textOf(kept)).not.toContain('secret')
  },
)

it('an icon keeps its pictures, and nothing between and behind them', async () => {
  const icon = icoOf({ side: 16, bytes: await telltaleOf('png', { width: 16, height: 16 }) })
  const kept = keptIcon(new Uint8Array(Buffer.concat([icon, Buffer.from('<script>')])))
  expect(kept).not.toBeNull()
  for (const words of besidePixels) expect(textOf(kept!)).not.toContain(words)
  const bare = await keptPicture(await telltaleOf('png', { width: 16, height: 16 }), 'image/png')
  expect(kept).toEqual(icoOf({ side: 16, bytes: bare }))
})

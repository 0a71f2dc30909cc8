import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspectPhoto } from './photo-file.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 20 } } })

async function samples() {
  const [jpeg, progressive, png, lossy, lossless] = await Promise.all([
    plain(120, 80).jpeg().toBuffer(),
    plain(120, 80).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    plain(120, 80).png().toBuffer(),
    plain(120, 80).webp().toBuffer(),
    plain(120, 80).webp({ lossless: true }).toBuffer(),
  ])
  return { jpeg, progressive, png, lossy, lossless }
}

describe('a photo', () => {
  it('tells its kind and size by its own bytes', async () => {
    const { jpeg, progressive, png, lossy, lossless } = await samples()
    const size = { width: 120, height: 80 }
    expect(inspectPhoto(jpeg)).toEqual({ ok: true, value: { type: 'image/jpeg', ...size } })
    expect(inspectPhoto(progressive)).toEqual({ ok: true, value: { type: 'image/jpeg', ...size } })
    expect(inspectPhoto(png)).toEqual({ ok: true, value: { type: 'image/png', ...size } })
    expect(inspectPhoto(lossy)).toEqual({ ok: true, value: { type: 'image/webp', ...size } })
    expect(inspectPhoto(lossless)).toEqual({ ok: true, value: { type: 'image/webp', ...size } })
  })

  it('of a phone that hangs a film behind it is whole', async () => {
    const { jpeg } = await samples()
    expect(inspectPhoto(Buffer.concat([jpeg, Buffer.from('MotionPhoto')]))).toMatchObject({ ok: true })
  })

  it('that breaks off anywhere is refused', async () => {
    for (const bytes of Object.values(await samples()))
      for (const kept of [0.3, 0.6, 0.95]) {
        const cut = bytes.subarray(0, Math.max(34, Math.floor(bytes.byteLength * kept)))
        if (cut.byteLength < bytes.byteLength)
          expect(inspectPhoto(cut), `${bytes.subarray(0, 4).toString('hex')} ${kept}`).toEqual({
            ok: false,
            error: 'PHOTO_TRUNCATED',
          })
      }
  })

  it('of 40 megapixels is refused before it is decoded', { tags: ['slow'] }, async () => {
    const png = await plain(8_000, 5_000).png().toBuffer()
    const jpeg = await plain(8_000, 5_000).jpeg().toBuffer()
    for (const bytes of [png, jpeg, jpeg.subarray(0, 2_000)])
      expect(inspectPhoto(bytes)).toEqual({ ok: false, error: 'PHOTO_TOO_MANY_PIXELS' })
    expect(inspectPhoto(await plain(8_000, 4_999).png().toBuffer())).toMatchObject({ ok: true })
  })

  it('is no text, no PDF, no film and not nothing', () => {
    for (const text of ['', 'hello', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>', '\0\0\0 ftypheic'])
      expect(inspectPhoto(Buffer.from(text))).toEqual({ ok: false, error: 'PHOTO_NOT_AN_IMAGE' })
  })
})

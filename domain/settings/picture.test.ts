import { beforeAll, describe, expect, it } from 'vitest'
import { icoOf, jpgOf, pngOf, sized } from '#tests/support/picture-files.ts'
import { checkPicture, type PictureUse } from './picture.ts'

const said = (bytes: Uint8Array, use: PictureUse) => {
  const checked = checkPicture(bytes, use)
  return checked.ok ? checked.value : checked.error
}

/** The same bytes with nothing behind them, up to a size. */
const grown = (bytes: Uint8Array, byteLength: number): Uint8Array => {
  const whole = new Uint8Array(byteLength)
  whole.set(bytes)
  return whole
}

let png: Uint8Array
let jpg: Uint8Array
let icon: Uint8Array
beforeAll(async () => {
  png = await pngOf(250, 50)
  jpg = await jpgOf(320, 64)
  icon = icoOf({ side: 16, bytes: await pngOf(16, 16) })
})

describe('a picture of the account, by its bytes', () => {
  it('is a logo in PNG or JPG of any size (SET-12)', () => {
    expect(said(png, 'logo')).toEqual({ type: 'image/png', sizes: [{ width: 250, height: 50 }] })
    expect(said(jpg, 'logo')).toEqual({ type: 'image/jpeg', sizes: [{ width: 320, height: 64 }] })
  })

  it('is a favicon in ICO or PNG with 16 by 16 pixels, alone or among others (SET-13)', async () => {
    const small = await pngOf(16, 16)
    const size = { width: 16, height: 16 }
    expect(said(small, 'favicon')).toEqual({ type: 'image/png', sizes: [size] })
    expect(said(icon, 'favicon')).toEqual({ type: 'image/x-icon', sizes: [size] })
    const several = icoOf({ side: 32, bytes: await pngOf(32, 32) }, { side: 16, bytes: small })
    expect(said(several, 'favicon')).toEqual({ type: 'image/x-icon', sizes: [{ width: 32, height: 32 }, size] })
  })

  it('is a favicon of old times, whose picture is a bitmap', () => {
    const bitmap = Buffer.alloc(40 + 16 * 16 * 4)
    bitmap.writeUInt32LE(40)
    expect(said(icoOf({ side: 16, bytes: bitmap }), 'favicon')).toMatchObject({ type: 'image/x-icon' })
  })

  it('is no favicon with 15, 17 or 32 pixels', async () => {
    expect(said(await pngOf(17, 16), 'favicon')).toBe('PICTURE_SIZE_WRONG')
    expect(said(await pngOf(16, 15), 'favicon')).toBe('PICTURE_SIZE_WRONG')
    expect(said(icoOf({ side: 32, bytes: await pngOf(32, 32) }), 'favicon')).toBe('PICTURE_SIZE_WRONG')
    // What an icon's own list says of a PNG is not believed.
    expect(said(icoOf({ side: 16, bytes: await pngOf(32, 32) }), 'favicon')).toBe('PICTURE_SIZE_WRONG')
  })

  it('weighs what its use allows, and not a byte more (SET-15)', async () => {
    expect(said(sized(png, 250_000), 'logo')).toMatchObject({ type: 'image/png' })
    expect(said(sized(png, 250_001), 'logo')).toBe('PICTURE_TOO_LARGE')
    expect(said(grown(jpg, 250_001), 'banner')).toBe('PICTURE_TOO_LARGE')
    expect(said(grown(jpg, 250_000), 'category')).toMatchObject({ type: 'image/jpeg' })
    expect(said(grown(jpg, 250_001), 'category')).toBe('PICTURE_TOO_LARGE')
    const small = await pngOf(16, 16)
    expect(said(sized(small, 20_000), 'favicon')).toMatchObject({ type: 'image/png' })
    expect(said(sized(small, 20_001), 'favicon')).toBe('PICTURE_TOO_LARGE')
  })

  it('is of a type that its use takes, whatever it is called (SET-15)', () => {
    const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const use of ['logo', 'favicon', 'banner', 'category'] as const)
      expect(said(text, use)).toBe('PICTURE_TYPE_WRONG')
    expect(said(icon, 'logo')).toBe('PICTURE_TYPE_WRONG')
    expect(said(jpg, 'favicon')).toBe('PICTURE_TYPE_WRONG')
    expect(said(new Uint8Array(), 'logo')).toBe('PICTURE_TYPE_WRONG')
  })

  it('is broken where its head breaks off, wherever that is', () => {
    for (const whole of [png, jpg, icon]) {
      const use = whole === icon ? 'favicon' : 'logo'
      const ends = Array.from({ length: 24 }, (_, at) => at + 8)
      for (const end of ends) expect(['PICTURE_BROKEN', 'PICTURE_TYPE_WRONG']).toContain(said(whole.slice(0, end), use))
    }
    expect(said(icon.slice(0, -1), 'favicon')).toBe('PICTURE_BROKEN')
  })

  it('is refused where it would unpack to more than a phone draws', () => {
    const wide = Uint8Array.from(png)
    new DataView(wide.buffer).setUint32(16, 500_000)
    expect(said(wide, 'logo')).toBe('PICTURE_TOO_MANY_PIXELS')
  })
})

import { expect, it } from 'vitest'
import { besidePixels, icoOf, pngOf, telltaleOf } from '#tests/support/picture-files.ts'
import { createPictureScaler } from './scaled-picture.ts'

it('a picture that an earlier version has kept as it came is taken apart once, however often it is asked for', async () => {
  const scale = createPictureScaler()
  const stored = { type: 'image/jpeg', bytes: await telltaleOf('jpeg', { orientation: 6 }) } as const
  const [first, second] = await Promise.all([scale('1', stored, undefined), scale('1', stored, undefined)])
  expect(first.bytes).toBe(second.bytes)
  expect((await scale('1', { ...stored }, undefined)).bytes).toBe(first.bytes)
  for (const words of besidePixels) expect(Buffer.from(first.bytes).toString('latin1')).not.toContain(words)
})

it('a picture that is bare is sent as it is', async () => {
  const bytes = await pngOf(20, 10)
  expect((await createPictureScaler()('1', { type: 'image/png', bytes }, undefined)).bytes).toEqual(bytes)
})

it('an icon that cannot be taken apart is sent as it is', async () => {
  const icon = new Uint8Array(icoOf({ side: 16, bytes: await pngOf(16, 16) }))
  for (const bytes of [icon.slice(0, 40), icon.slice(0, 5)])
    expect((await createPictureScaler()('1', { type: 'image/x-icon', bytes }, undefined)).bytes).toEqual(bytes)
})

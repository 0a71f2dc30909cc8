import { describe, expect, it } from 'vitest'
import { picturePath, readPictureCall } from '#sync/calls/picture.ts'
import { succeed } from '#domain/kernel/result.ts'
import { refuse } from './failure.ts'
import { createPictureEmbedding } from './picture-embedding.ts'
import { route } from './route.ts'

const address = `${picturePath('018f0000-0000-7000-8000-0000000000a1')}?width=240`

const sent = (bytes: Uint8Array<ArrayBuffer>) =>
  succeed(new Response(bytes, { headers: { 'content-type': 'image/webp' } }))

/** Embeds pictures that a route answers so. */
function embedding(answer: () => Promise<ReturnType<typeof sent> | ReturnType<typeof refuse>>) {
  let asked = 0
  const pictures = route(
    { ...readPictureCall, permission: 'none', summary: 'Pictures', fileTypes: ['image/webp'] },
    async () => {
      asked++
      return answer()
    },
  )
  return { embed: createPictureEmbedding([pictures]), asked: () => asked }
}

describe('a picture within a page', () => {
  it('is its bytes and their type, read once', async () => {
    const { embed, asked } = embedding(() => Promise.resolve(sent(new Uint8Array([1, 2, 3]))))
    expect(await embed(address)).toBe('data:image/webp;base64,AQID')
    expect(await embed(address)).toBe('data:image/webp;base64,AQID')
    expect(asked()).toBe(1)
  })

  it('is none that is too large, which is not read a second time', async () => {
    const { embed, asked } = embedding(() => Promise.resolve(sent(new Uint8Array(8_001))))
    expect(await embed(address)).toBeNull()
    expect(await embed(address)).toBeNull()
    expect(asked()).toBe(1)
  })

  it('is none that is missing or fails, until it is there', async () => {
    const answers = [
      () => Promise.resolve(refuse('REQUEST_NOT_FOUND' as const)),
      () => Promise.reject(new Error('gone')),
      () => Promise.resolve(succeed(new Response(new ReadableStream({ pull: (cut) => cut.error(new Error('cut')) })))),
      () => Promise.resolve(sent(new Uint8Array([1]))),
    ]
    const { embed } = embedding(() => answers.shift()!())
    for (const _ of ['missing', 'failed', 'cut']) expect(await embed(address)).toBeNull()
    expect(await embed(address)).toBe('data:image/webp;base64,AQ==')
  })

  it('is not waited for while it is being made, and there for the next page', async () => {
    let made = (_picture: ReturnType<typeof sent>): void => undefined
    const { embed } = embedding(() => new Promise((resolve) => (made = resolve)))
    expect(await embed(address)).toBeNull()
    made(sent(new Uint8Array([1])))
    await expect.poll(() => embed(address)).toBe('data:image/webp;base64,AQ==')
  })

  it('is none of an address that names none', async () => {
    const { embed, asked } = embedding(() => Promise.resolve(sent(new Uint8Array([1]))))
    for (const other of ['/api/pictures/logo', '/api/health', 'https://cdn.example/a.png', `${address}&width=97`])
      expect(await embed(other), other).toBeNull()
    expect(asked()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { signaturePath } from './signature-path.ts'

const size = { width: 600, height: 240 }
const stroke = (count: number) => Array.from({ length: count }, (_, at) => ({ x: at % 599, y: (at * 7) % 239 }))

describe('the path of a signature', () => {
  it('goes from point to point', () => {
    const strokes = [
      [
        { x: 10.4, y: 20 },
        { x: 15, y: 18.6 },
      ],
      [{ x: 40, y: 40 }],
      [{ x: 41, y: 41 }],
    ]
    expect(signaturePath(strokes, size)).toEqual({ ...size, path: 'M10 20l5 -1M40 40l1 0M41 41l1 0' })
  })

  it('is none where hardly anything was drawn', () => {
    expect(signaturePath([], size)).toBeNull()
    expect(signaturePath([stroke(3)], size)).toBeNull()
  })

  it('of a very long one is thinned until it fits, and keeps its ends', () => {
    const drawn = signaturePath([stroke(20_000)], size)
    expect(drawn?.path.length).toBeLessThanOrEqual(16_000)
    expect(drawn?.path).toMatch(/^M0 0l/)
  })
})

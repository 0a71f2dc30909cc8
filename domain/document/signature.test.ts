import { describe, expect, it } from 'vitest'
import { signatureMarks, strokesOf } from './signature.ts'

const room = { xMm: 10, yMm: 20, widthMm: 60, heightMm: 20 }

describe('a signature on paper', () => {
  it('is drawn stroke by stroke, whichever way its path counts', () => {
    expect(strokesOf('M 1 2 L 3 4 5.5 6')).toEqual([
      [
        [1, 2],
        [3, 4],
        [5.5, 6],
      ],
    ])
    expect(strokesOf('M10 10l5 -5l5 5M40 10l1 0')).toEqual([
      [
        [10, 10],
        [15, 5],
        [20, 10],
      ],
      [
        [40, 10],
        [41, 10],
      ],
    ])
    expect(strokesOf('M0 0 C 1 1 2 2 9 8')).toEqual([
      [
        [0, 0],
        [9, 8],
      ],
    ])
  })

  it('fits its room whatever its size', () => {
    for (const path of ['M0 0l4000 4000', 'M100 900l20 -30l20 30', 'M5 5l3900 1']) {
      const [mark] = signatureMarks({ width: 4000, height: 4000, path }, room)
      if (mark?.kind !== 'strokes') throw new Error('a drawn signature has strokes')
      for (const [x, y] of mark.strokes.flat()) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(room.widthMm)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(room.heightMm)
      }
    }
  })

  it('is nothing where a path draws nothing', () => {
    for (const path of ['M', 'M5 5', 'M--', 'Z'])
      expect(signatureMarks({ width: 1, height: 1, path }, room)).toEqual([])
  })

  it('is the name where it was typed', () => {
    expect(signatureMarks({ name: 'Claire Martin' }, room)).toMatchObject([{ kind: 'text', lines: ['Claire Martin'] }])
  })
})

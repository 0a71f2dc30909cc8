import { describe, expect, it } from 'vitest'
import { importLimits } from './catalog-import.ts'
import { piecesOf } from './export-pieces.ts'

const parts = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, bytes: at === 0 ? 500 : bytes }))

describe('the pieces of an exported file', () => {
  it('are none where an import takes the whole', () => {
    expect(piecesOf('products', 0, parts(1, 0))).toEqual([])
    expect(piecesOf('products', importLimits.lines, parts(151, 190_000))).toEqual([])
  })

  it('have each as many lines as an import takes, and nothing of the file is missing', () => {
    const pieces = piecesOf('products', 200_000, parts(201, 100_000))
    expect(pieces).toEqual([
      [2, 151],
      [152, 201],
    ])
  })

  it('have no more lines than an import takes where each question has all the answers that it may have', () => {
    const linesOfPart = 100 * 50
    const pieces = piecesOf('diagnostic', 70 * linesOfPart, parts(71, 100_000))
    expect(pieces).toEqual([
      [2, 31],
      [32, 61],
      [62, 71],
    ])
    for (const [first, last] of pieces) expect((last - first + 1) * linesOfPart).toBeLessThanOrEqual(importLimits.lines)
  })

  it('have each as many bytes as an import takes with the head', () => {
    const most = (importLimits.bytes - 500) / 2
    expect(piecesOf('products', 5_000, parts(6, most))).toEqual([
      [2, 3],
      [4, 5],
      [6, 6],
    ])
    expect(piecesOf('products', 5_000, parts(6, most + 1)).map(([first]) => first)).toEqual([2, 3, 4, 5, 6])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCodeIndex, findRows, hashCode, indexedRowLimit, indexEntry } from './code-index.ts'

function indexOf(codes: readonly string[]): Float64Array {
  return buildCodeIndex(Float64Array.from(codes, (code, row) => indexEntry(code, row)))
}

const digits = (length: number, number: number) => String(number).padStart(length, '0')

describe('a code index', () => {
  it('finds each of 100,000 codes, and names few other rows beside it', () => {
    const codes = Array.from({ length: 100_000 }, (_, row) => digits(row % 2 === 0 ? 13 : 8, row * 7919))
    const index = indexOf(codes)
    let strangers = 0
    for (const [row, code] of codes.entries()) {
      const rows = findRows(index, code)
      if (!rows.includes(row)) throw new Error(`${code} is not found`)
      strangers += rows.filter((each) => codes[each] !== code).length
    }
    expect(strangers).toBeLessThan(20)
  })

  it('finds every row of a code, whatever the codes are, and none of a code that is not there', () => {
    const code = fc.oneof(
      fc.stringMatching(/^\d{8}$/),
      fc.stringMatching(/^[0-9A-Z]{13}$/),
      fc.string({ maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(code, { maxLength: 200 }), code, (codes, other) => {
        const index = indexOf(codes)
        for (const wanted of [...codes, other]) {
          const exact = findRows(index, wanted).filter((row) => codes[row] === wanted)
          expect(exact).toEqual(codes.flatMap((each, row) => (each === wanted ? [row] : [])))
        }
      }),
    )
  })

  it('names a row once, although two of its codes are equal', () => {
    const index = buildCodeIndex(Float64Array.of(indexEntry('12345678', 4), indexEntry('12345678', 4)))
    expect(findRows(index, '12345678')).toEqual([4])
  })

  it('keeps hash and row apart at the largest of both', () => {
    const row = indexedRowLimit - 1
    for (const code of ['00000000', 'ZZZZZZZZZZZZZ', '9'.repeat(17)]) {
      const entry = indexEntry(code, row)
      expect([Math.floor(entry / indexedRowLimit), entry % indexedRowLimit]).toEqual([hashCode(code), row])
    }
  })
})

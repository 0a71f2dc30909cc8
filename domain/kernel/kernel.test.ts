import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, percentOf } from './money.ts'
import { gs1CheckDigit, hasGs1CheckDigit, luhnDigit } from './check-digit.ts'
import { isUuid, uuidv7 } from './uuid.ts'

describe('check digits', () => {
  it('gives the check digit of a known EAN-13', () => {
    expect(gs1CheckDigit('400638133393')).toBe('1')
  })
  it('gives the Luhn digit of the specification vector 26053179311383', () => {
    expect(luhnDigit('26053179311383')).toBe('7')
  })
  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
        const code = body + gs1CheckDigit(body)
        const wrong = code.slice(0, at) + String((Number(code[at]) + shift) % 10) + code.slice(at + 1)
        expect(hasGs1CheckDigit(code)).toBe(true)
        expect(hasGs1CheckDigit(wrong)).toBe(false)
      }),
    )
  })
})

describe('uuidv7', () => {
  const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
  it('is a UUID of version 7', () => {
    fc.assert(
      fc.property(fc.nat(4_102_444_800_000), random, (ms, bytes) => {
        const id = uuidv7(ms, bytes)
        expect(isUuid(id)).toBe(true)
        expect(id[14]).toBe('7')
      }),
    )
  })
  it('sorts by time', () => {
    fc.assert(
      fc.property(fc.nat(4_102_444_800_000), random, random, (ms, a, b) => {
        expect(uuidv7(ms, a) < uuidv7(ms + 1, b)).toBe(true)
      }),
    )
  })
})

describe('percentages of cents', () => {
  it('round half away from zero on both sides', () => {
    expect(percentOf(cents(50), 5)).toBe(3)
    expect(percentOf(cents(-50), 5)).toBe(-3)
  })
})

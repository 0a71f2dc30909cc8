import { describe, expect, it } from 'vitest'
import { isFinerThanCents, lookOf, shownNumber, type NumberLook } from './workbook-styles.ts'

describe('the look of a number', () => {
  it.each([
    [0, undefined, 'number'],
    [2, undefined, 'number'],
    [9, undefined, 'percent'],
    [10, undefined, 'percent'],
    [14, undefined, 'date'],
    [22, undefined, 'date'],
    [46, undefined, 'date'],
    [49, undefined, 'number'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, '[$-40C]d\\ mmmm\\ yyyy;@', 'date'],
    [164, '[h]:mm:ss', 'date'],
    [164, '0.0%', 'percent'],
    [164, '#,##0.00\\ "€"', 'number'],
    [164, '_-* #,##0.00\\ [$€-40C]_-;\\-* #,##0.00\\ [$€-40C]_-', 'number'],
    [164, '#,##0.00" dh"', 'number'],
    [164, '[Red]0.00', 'number'],
    [164, '0.00E+00', 'number'],
    [164, 'General', 'number'],
    [164, '@', 'number'],
    // The workbook's own code counts, whatever its number.
    [14, '0.00', 'number'],
  ] as const)('of the format %i %j is that of a %s', (id, code, look) => {
    expect(lookOf(id, code)).toBe(look)
  })

  it.each([
    [46_143, 'date', false, '2026-05-01'],
    [44_681, 'date', true, '2026-05-01'],
    [46_143.5, 'date', false, '2026-05-01 12:00'],
    [0.52, 'date', false, '12:28'],
    [-1, 'date', false, '-1'],
    [0.1, 'percent', false, '10 %'],
    [0.155, 'percent', false, '15.5 %'],
    [0.07, 'percent', false, '7 %'],
    [195.000_000_000_000_03, 'number', false, '195'],
    [0.1 + 0.2, 'number', false, '0.3'],
    [3_203_954_151_737, 'number', false, '3203954151737'],
    [999_999_999_999_999, 'number', false, '999999999999999'],
    // Sixteen digits, of which the spreadsheet has lost the last.
    [3_569_870_123_456_780, 'number', false, '3.56987012345678E+15'],
    [0.000_000_1, 'number', false, '0.0000001'],
  ] as const)('shows %d as a %s (from 1904: %s) as %s', (number, look, isFrom1904, text) => {
    expect(shownNumber(number, look, isFrom1904)).toBe(text)
  })

  it('is fine where it has more decimals than hundredths', () => {
    for (const isComputed of [true, false]) {
      const fine = (numbers: readonly number[], look: NumberLook) =>
        numbers.map((one) => isFinerThanCents(one, look, isComputed)).join()
      expect(fine([12.5, 107.41, 195.000_000_000_000_03, 46_143, 1e15], 'number')).toBe('false,false,false,false,false')
      expect(fine([0.001, 1_234.567, 1.1995, 1 / 3], 'number')).toBe('true,true,true,true')
      expect(fine([0.155, 0.1234, 0.12345], 'percent')).toBe('false,false,true')
      expect(fine([46_143.512], 'date')).toBe('false')
    }
  })

  it('is not where it has three decimals that nothing has computed: it may be a thousand times as much', () => {
    const numbers = [1.199, 107.415, -1.234, 999.999]
    expect(numbers.map((one) => isFinerThanCents(one, 'number', false))).toEqual([false, false, false, false])
    expect(numbers.map((one) => isFinerThanCents(one, 'number', true))).toEqual([true, true, true, true])
  })
})

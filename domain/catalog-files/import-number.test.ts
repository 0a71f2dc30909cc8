import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredthsIn, roundedNumber, parseInteger } from './import-number.ts'

const read = (text: string) => {
  const found = hundredthsIn(text, 'amount')
  return found.ok ? found.value : found.error
}

describe('a number of a file', () => {
  it.each([
    ['1 234,50', 123_450],
    ['1\u00a0234,50', 123_450],
    ['1\u202f234,50', 123_450],
    ['12,50 €', 1_250],
    ['€ 12.50', 1_250],
    ['EUR 12,50', 1_250],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ["1'234.50", 123_450],
    ['1’234.50', 123_450],
    ['1.234.567', 123_456_700],
    ['1 234', 123_400],
    ['1 234,500', 123_450],
    ['1234,500', 123_450],
    ['0,500', 50],
    [',5', 50],
    ['195.0000', 19_500],
    ['-12,50', -1_250],
    ['−12,50 €', -1_250],
    ['12,50-', -1_250],
    ['+5', 500],
  ])('reads %j as %j hundredths, whatever spreadsheet wrote it (I6)', (text, hundredths) => {
    expect(read(text)).toBe(hundredths)
  })

  it.each(['1.234', '12,500', '999.000', '1,000 €', '-1.234'])(
    'leaves %j open, which may be one or a thousand times as much',
    (text) => {
      expect(read(text)).toBe('LINE_NUMBER_AMBIGUOUS')
    },
  )

  it.each([
    '1.23,4.5',
    '12 34',
    '1 2',
    '12.345,678',
    '1,23,456',
    'twelve',
    '5 %',
    '3,20395E+12',
    '1.5.2',
    '12.3456',
    '.',
    '1.234.56',
  ])('refuses %j', (text) => {
    expect(read(text)).toBe('LINE_VALUE_WRONG')
  })

  it('is never a thousand times off: what it reads has the digits of the text in their order', () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 99_999 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('.', ','),
    )
    fc.assert(
      fc.property(parts, ([whole, cents, sign]) => {
        expect(read(`${whole}${sign}${String(cents).padStart(2, '0')}`)).toBe(whole * 100 + cents)
      }),
    )
  })

  it('is a rate where a sign of percent may stand, and whole where its decimals are zeros', () => {
    expect(hundredthsIn('12,5 %', 'rate')).toEqual({ ok: true, value: 1_250 })
    expect(parseInteger('180,0')).toEqual({ ok: true, value: 180 })
    expect(parseInteger('1 250')).toEqual({ ok: true, value: 1_250 })
    expect(parseInteger('1.250')).toEqual({ ok: false, error: 'LINE_NUMBER_AMBIGUOUS' })
    expect(parseInteger('2.5')).toEqual({ ok: false, error: 'LINE_VALUE_WRONG' })
    expect(parseInteger('5 %')).toEqual({ ok: false, error: 'LINE_VALUE_WRONG' })
  })

  it.each([
    ['amount', '107.415', '107.42'],
    ['amount', '209.9895', '209.99'],
    ['amount', '1.234', '1.23'],
    ['amount', '0.001', '0.00'],
    ['amount', '-3.145', '-3.14'],
    // The share of a price is none.
    ['amount', '15.555 %', '15.555 %'],
    ['amount', '2026-05-01', '2026-05-01'],
    ['rate', '33.333333 %', '33.33 %'],
    ['rate', '12.125', '12.13'],
  ] as const)('is rounded as %s where a workbook has computed %j', (kind, text, rounded) => {
    expect(roundedNumber(kind, text)).toBe(rounded)
  })

  it('that is to be whole is not rounded, and is no thousand either', () => {
    expect(parseInteger(roundedNumber('whole', '1.234'))).toEqual({ ok: false, error: 'LINE_VALUE_WRONG' })
  })
})

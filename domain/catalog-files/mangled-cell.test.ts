import { describe, expect, it } from 'vitest'
import { lookalikeKey, gtinVariants, hasLostZeros, isDated } from './mangled-cell.ts'
import { isMangled } from '../kernel/sheet-text.ts'

describe('a number that a spreadsheet has mangled', () => {
  it.each(['3,46782E+12', '3.46782E+12', '1E+15', '3,2e+12'])('is known by its form: %s', (text) => {
    expect(isMangled(text)).toBe(true)
  })

  it.each(['3E12', 'E+12', '3467820001234', 'RN-1E+5', '12,5E+3', ''])('is none: %j', (text) => {
    expect(isMangled(text)).toBe(false)
  })

  it.each([
    '2026-05-01',
    '01/05/2026',
    '1.5.2026',
    '01-05-2026',
    '2026-05-01 12:00',
    '01-mai',
    '12-Mar',
    'mai-50',
    '3. Mai',
    '01-févr',
    '1-mrt',
  ])('was a code that a spreadsheet has taken for a date: %s', (text) => {
    expect(isDated(text)).toBe(true)
    expect(isMangled(text)).toBe(false)
  })

  it.each(['RN-00224', '1-2', '12/3', 'MAR-12', '2026', '2026-05', '01-05-26', '1.234', 'mai', 'SEPT-1'])(
    'is no date: %s',
    (text) => {
      expect(isDated(text)).toBe(false)
    },
  )

  it('has lost the zeros before its digits, and nothing else', () => {
    expect(hasLostZeros('124', '00124')).toBe(true)
    expect(hasLostZeros('00124', '00124')).toBe(false)
    expect(hasLostZeros('0124', '00124')).toBe(true)
    expect(hasLostZeros('124', '10124')).toBe(false)
    expect(hasLostZeros('00124', '124')).toBe(false)
    expect(hasLostZeros('A1', '0A1')).toBe(false)
  })

  it('is alike another reference but for the size of letters and the zeros before it', () => {
    expect(lookalikeKey('D-1')).toBe(lookalikeKey('d-1'))
    expect(lookalikeKey('00124')).toBe(lookalikeKey('124'))
    expect(lookalikeKey('D-01')).not.toBe(lookalikeKey('D-1'))
  })

  it('is the same GTIN in each length that its zeros allow', () => {
    expect(gtinVariants('42563008123')).toEqual(['42563008123', '042563008123', '0042563008123', '00042563008123'])
    expect(gtinVariants('3203954151737')).toEqual(['3203954151737', '03203954151737'])
    expect(gtinVariants('x1')).toEqual(['x1'])
  })
})

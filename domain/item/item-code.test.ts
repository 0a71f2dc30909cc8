import { describe, expect, it } from 'vitest'
import { checkBuybackCode, checkItemCode, codeProblem, looksMisread } from './item-code.ts'

const item = (raw: string) => {
  const checked = checkItemCode(raw)
  return checked.ok ? checked.value : checked.error
}
const buyback = (raw: string) => {
  const checked = checkBuybackCode(raw)
  return checked.ok ? checked.value : checked.error
}

describe('a scanned text that is no code of a product', () => {
  it('is empty, of a wrong length, or has other characters', () => {
    expect(['', '2999999', '2999_999', '29999993'].map(codeProblem)).toEqual([
      'CODE_EMPTY',
      'CODE_LENGTH',
      'CODE_CHARACTERS',
      'CODE_CHARACTERS',
    ])
  })
})

describe('an item identification code', () => {
  it('has 8 or 13 characters (WH-08)', () => {
    expect(['ab12 cd34', '1234567890123', 'ABCDEFGHIJKLM'].map(item)).toEqual([
      'AB12CD34',
      '1234567890123',
      'ABCDEFGHIJKLM',
    ])
    expect(['1234567', '123456789', '123456789012', '12345678901234'].map(item)).toEqual(
      Array.from({ length: 4 }, () => 'CODE_LENGTH'),
    )
  })

  it('may be given as the IMEI, in digits alone', () => {
    expect(item('356938035643809')).toBe('356938035643809')
    expect(item('35693803564380X')).toBe('CODE_CHARACTERS')
  })
})

describe('a buyback code on warehouse screens', () => {
  it('is required, numeric, and has 8 or 13 digits (WH-09)', () => {
    expect(['12345678', '1 234567 890123'].map(buyback)).toEqual(['12345678', '1234567890123'])
    expect([' ', 'ABCDEFGH', '123456789', '356938035643809'].map(buyback)).toEqual([
      'CODE_EMPTY',
      'CODE_CHARACTERS',
      'CODE_LENGTH',
      'CODE_LENGTH',
    ])
  })

  it('looks misread where the last digit is not its check digit', () => {
    expect(looksMisread('4006381333931')).toBe(false)
    expect(looksMisread('4006381333932')).toBe(true)
    expect(looksMisread('AB12CD34')).toBe(false)
  })
})

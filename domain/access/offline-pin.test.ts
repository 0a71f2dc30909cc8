import { describe, expect, it } from 'vitest'
import { mostWrongPins, pinProblem, pinWaitMs } from './offline-pin.ts'

describe('a PIN for work without a network', () => {
  it.each([
    ['48213', 'PIN_TOO_SHORT'],
    ['4821375960142', 'PIN_TOO_LONG'],
    ['48 213', 'PIN_NOT_DIGITS'],
    ['48213a', 'PIN_NOT_DIGITS'],
    ['', 'PIN_TOO_SHORT'],
    ['٤٨٢١٣٧', 'PIN_NOT_DIGITS'],
  ])('%s is refused as %s', (pin, problem) => {
    expect(pinProblem(pin)).toBe(problem)
  })

  it.each([
    ['the same digit', '777777'],
    ['a run', '345678'],
    ['a run backwards', '987654'],
    ['a run over the zero', '890123'],
    ['a run by twos', '246802'],
    ['two digits alone', '121122'],
    ['a part twice', '482482'],
    ['a part three times', '474747'],
    ['pairs', '447799'],
    ['there and back', '482284'],
    ['a column of the pad', '147258'],
    ['a column of the pad with more behind it', '14725896'],
    ['a birthday', '140789'],
    ['a birthday, month first', '071489'],
    ['a birthday, year first', '890714'],
    ['a birthday in full', '14071989'],
    ['a birthday in full, year first', '19890714'],
  ])('that is %s is refused as common', (_why, pin) => {
    expect(pinProblem(pin)).toBe('PIN_COMMON')
  })

  it.each(['482137', '905847', '73019452', '583920174638'])('%s is taken', (pin) => {
    expect(pinProblem(pin)).toBeNull()
  })

  it('is waited for longer after each wrong one, and the first two cost nothing', () => {
    const waits = Array.from({ length: mostWrongPins }, (_, wrong) => pinWaitMs(wrong))
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    const later = waits.slice(3)
    expect(later).toEqual(later.toSorted((one, other) => one - other))
    expect(new Set(later).size).toBe(later.length)
    expect(pinWaitMs(50)).toBe(15 * 60_000)
  })
})

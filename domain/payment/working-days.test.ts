import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addWorkingDays,
  easterSunday,
  isTargetClosingDay,
  isWorkingDay,
  promisedDay,
  workingDaysUntil,
} from './working-days.ts'

const none = () => false
const anyDay = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10))

describe('working days', () => {
  it.each([
    ['2024', '2024-03-31'],
    ['2025', '2025-04-20'],
    ['2026', '2026-04-05'],
    ['2038', '2038-04-25'],
  ])('Easter of %s is %s', (year, day) => {
    expect(easterSunday(Number(year))).toBe(day)
  })

  it('TARGET closes on six days a year beside weekends', () => {
    const closed = Array.from({ length: 365 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    )
    expect(closed.filter((day) => isTargetClosingDay(day))).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-12-25',
      '2026-12-26',
    ])
  })

  it.each(['2008-03-21', '2008-03-24', '2038-04-23', '2038-04-26'])(
    'TARGET closes on %s, by an early or a late Easter',
    (day) => {
      expect(isTargetClosingDay(day)).toBe(true)
    },
  )

  it('five of them after a Monday is the next Monday', () => {
    expect(promisedDay('2026-11-16', none)).toBe('2026-11-23')
  })

  it('a weekend counts as the Friday before it', () => {
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) expect(promisedDay(day, none)).toBe('2026-11-27')
  })

  it('Christmas and New Year are left out, and so is a holiday of the country', () => {
    expect(promisedDay('2026-12-24', none)).toBe('2027-01-04')
    expect(promisedDay('2026-07-10', (day) => day === '2026-07-14')).toBe('2026-07-20')
  })

  it('counting is the inverse of adding, from any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 28 }), (day, count, holiday) => {
        const isHoliday = (at: string) => Number(at.slice(8)) === holiday
        const end = addWorkingDays(day, count, isHoliday)
        expect(workingDaysUntil(day, end, isHoliday)).toBe(count)
        expect(workingDaysUntil(end, day, isHoliday)).toBe(count === 0 ? 0 : -count)
        if (count > 0) expect(isWorkingDay(end, isHoliday)).toBe(true)
      }),
    )
  })

  it.each([
    ['2026-11-13', '2026-11-13', 0],
    // A promise of Friday, seen on Saturday, Sunday and Monday.
    ['2026-11-14', '2026-11-13', -1],
    ['2026-11-15', '2026-11-13', -1],
    ['2026-11-16', '2026-11-13', -1],
    ['2026-11-17', '2026-11-13', -2],
    ['2026-11-14', '2026-11-16', 1],
    ['2026-11-13', '2026-11-16', 1],
  ])('seen on %s, a promise of %s is %i away', (today, promised, left) => {
    expect(workingDaysUntil(today, promised, none)).toBe(left)
  })
})

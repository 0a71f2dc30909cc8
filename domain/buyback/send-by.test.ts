import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayPlus, localTime } from '../organization/opening-hours.ts'
import { promiseEndsAt, promiseHolds } from './quote-validity.ts'
import { sendByOf, sendWithinDays } from './send-by.ts'

const sale = { atMs: Date.parse('2026-12-01T22:30:00Z'), timeZone: 'Europe/Paris', withinDays: 14 }

describe('a product is handed over', () => {
  it.each(['web_post', 'web_drop_label', 'web_drop'] as const)(
    'within the days that the account gives, counted where the account is, with a reminder three days before (%s)',
    (circuit) => {
      expect(sendByOf(circuit, sale)).toEqual({ day: '2026-12-15', remindAt: '2026-12-12 09:00' })
      const later = { ...sale, atMs: sale.atMs + 3_600_000 }
      expect(sendByOf(circuit, later)).toEqual({ day: '2026-12-16', remindAt: '2026-12-13 09:00' })
    },
  )

  it('by the last whole day of its price, where the price ends', () => {
    expect(sendByOf('web_drop', { ...sale, withinDays: 60 })?.day).toBe('2026-12-15')
    expect(sendByOf('web_post', { ...sale, withinDays: 60 })?.day).toBe('2027-01-30')
    // The price of a product sold on 30 November at ten ends on 15 December at ten.
    const atTen = { atMs: Date.parse('2026-11-30T09:00:00Z'), timeZone: 'Europe/Paris', withinDays: 15 }
    expect(sendByOf('web_drop', atTen)).toEqual({ day: '2026-12-14', remindAt: '2026-12-11 09:00' })
    expect(promiseHolds(atTen.atMs, Date.parse('2026-12-14T22:59:59.999Z'))).toBe(true)
  })

  it('at its price until midnight of the last day, wherever and whenever it is sold', () => {
    const zones = [
      'Europe/Paris',
      'Indian/Reunion',
      'America/New_York',
      'Pacific/Auckland',
      'Australia/Lord_Howe',
      'UTC',
    ]
    const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2032-01-01') })
    const days = fc.integer({ min: sendWithinDays.shortest, max: sendWithinDays.longest })
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), days, (atMs, timeZone, withinDays) => {
        const { day } = sendByOf('web_drop', { atMs, timeZone, withinDays })!
        // The first moment at which the price is over is on a later day.
        expect(localTime(promiseEndsAt(atMs), timeZone).day > day).toBe(true)
        const isCut = day < dayPlus(localTime(atMs, timeZone).day, withinDays)
        if (isCut) expect(dayPlus(day, 1)).toBe(localTime(promiseEndsAt(atMs), timeZone).day)
      }),
    )
  })

  it('on a day on which the store is open, if it is on one after the sale', () => {
    const open = (...days: number[]) => days.map((day) => ({ day, opens: '09:00', closes: '18:00' }) as const)
    const dayWith = (openingHours: Parameters<typeof sendByOf>[1]['openingHours']) =>
      sendByOf('web_drop', { ...sale, withinDays: 6, ...(openingHours !== undefined && { openingHours }) })?.day
    // Monday, 7 December 2026.
    expect([dayWith(undefined), dayWith(null), dayWith({ days: [], closedOn: [] })]).toEqual(
      Array.from({ length: 3 }, () => '2026-12-07'),
    )
    expect(dayWith({ days: open(2, 3, 4, 5, 6), closedOn: [] })).toBe('2026-12-05')
    expect(dayWith({ days: open(2, 3, 4, 5, 6), closedOn: ['2026-12-05'] })).toBe('2026-12-04')
    expect(dayWith({ days: open(1), closedOn: [] })).toBe('2026-12-07')
    expect(dayWith({ days: open(1), closedOn: ['2026-12-07'] })).toBe('2026-12-07')
  })

  it.each(['web_collect', 'store_drop', 'store_drop_label', 'store_collect'] as const)(
    'by no day where a carrier collects it or a counter has it already (%s)',
    (circuit) => {
      expect(sendByOf(circuit, sale)).toBeNull()
    },
  )
})

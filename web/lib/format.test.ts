import { describe, expect, it } from 'vitest'
import { createFormat, groupCode, nonBreakingCode } from './format.ts'

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

describe('formats', () => {
  it('writes money by language and the currency of the account', () => {
    expect(plain(createFormat('fr-FR', 'EUR', 'Europe/Paris').money(123_456))).toBe('1 234,56 €')
    expect(createFormat('en-GB', 'GBP', 'Europe/London').money(-5)).toBe('-£0.05')
    expect(createFormat('en-GB', 'USD', 'America/New_York').money(123_456)).toBe('US$1,234.56')
    expect(plain(createFormat('fr-FR', 'USD', 'Europe/Paris').money(123_456))).toBe('1 234,56 $US')
    expect(plain(createFormat('de-DE', 'CHF', 'Europe/Zurich').money(100))).toBe('1,00 CHF')
  })

  it('shows the time zone of the account, not that of the device', () => {
    expect(createFormat('en-GB', 'EUR', 'Europe/Paris').time('2026-07-01T22:30:00Z')).toBe('00:30')
    expect(createFormat('en-GB', 'EUR', 'America/New_York').time('2026-07-01T22:30:00Z')).toBe('18:30')
  })

  it('knows which day it is where the account is', () => {
    const now = new Date('2026-11-20T23:30:00Z')
    expect(createFormat('fr-FR', 'EUR', 'Europe/Paris').today(now)).toBe('2026-11-21')
    expect(createFormat('fr-FR', 'EUR', 'America/New_York').today(now)).toBe('2026-11-20')
    expect(createFormat('fr-FR', 'EUR', 'Nowhere/Town').today(now)).toBe('2026-11-21')
  })

  it('names the weekday near today and the year otherwise', () => {
    const format = createFormat('fr-FR', 'EUR', 'Europe/Paris')
    const now = new Date('2026-11-20T12:00:00Z')
    expect(format.date('2026-11-18T12:00:00Z', now)).toBe('mer. 18/11')
    expect(format.date('2025-11-18T12:00:00Z', now)).toBe('18/11/2025')
  })

  it('writes a plain day as it stands, east and west of Greenwich', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    for (const timeZone of ['America/New_York', 'UTC', 'Pacific/Auckland']) {
      const format = createFormat('fr-FR', 'EUR', timeZone)
      expect(format.longDate('2026-11-18')).toBe('18 novembre 2026')
      expect(format.date('2026-11-18', now)).toBe('mer. 18/11')
      expect(format.date('2025-11-18', now)).toBe('18/11/2025')
    }
  })

  it('stands a time zone that the device does not know', () => {
    expect(createFormat('en-GB', 'EUR', 'Nowhere/Town').time('2026-01-01T12:00:00Z')).toBe('13:00')
  })

  it('writes spans in their largest unit', () => {
    const { duration } = createFormat('en-GB', 'EUR', 'Europe/Paris')
    expect([0, 59_000, 61_000, 7_300_000, 90_000_000].map(duration)).toEqual([
      '0 secs',
      '59 secs',
      '1 min',
      '2 hrs',
      '1 day',
    ])
  })

  it('groups codes without losing a character', () => {
    expect(groupCode('3600001234567')).toBe('3 600001 234567')
    expect(groupCode('356938035643809')).toBe('35 693803 564380 9')
    expect(groupCode('AB12CD34')).toBe('AB12 CD34')
    expect(groupCode('X-1')).toBe('X-1')
    expect(nonBreakingCode('3600001234567')).toBe('3\u{A0}600001\u{A0}234567')
  })
})

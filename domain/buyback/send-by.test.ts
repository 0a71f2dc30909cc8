import { describe, expect, it } from 'vitest'
import { sendByOf } from './send-by.ts'

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

  it('not after the end of its price, where the price ends', () => {
    expect(sendByOf('web_drop', { ...sale, withinDays: 60 })?.day).toBe('2026-12-16')
    expect(sendByOf('web_post', { ...sale, withinDays: 60 })?.day).toBe('2027-01-30')
  })

  it.each(['web_collect', 'store_drop', 'store_drop_label', 'store_collect'] as const)(
    'by no day where somebody comes for it or has it already (%s)',
    (circuit) => {
      expect(sendByOf(circuit, sale)).toBeNull()
    },
  )
})

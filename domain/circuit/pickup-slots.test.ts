import { describe, expect, it } from 'vitest'
import { pickupRulesSchema } from './pickup-slots.schema.ts'
import { isSameSlot, offeredSlots, slotText, type PickupRules } from './pickup-slots.ts'

const rules: PickupRules = {
  windows: [
    { day: 2, opens: '14:00', closes: '18:00' },
    { day: 2, opens: '09:00', closes: '12:00' },
    { day: 3, opens: '09:00', closes: '12:00' },
  ],
  capacity: 2,
  daysAhead: 8,
  cutOff: { days: 1, time: '16:00' },
  holidaysOf: 'FR',
  closedOn: [],
}
const never = () => false
const at = (day: string, time: string) => ({ day, time })
const told = (slots: ReturnType<typeof offeredSlots>) => slots.map(({ day, opens }) => `${day} ${opens}`)

describe('the slots that are offered', () => {
  it('are the account’s days and spans up to the last day, in their order', () => {
    // A Monday.
    expect(told(offeredSlots(rules, at('2026-11-30', '15:59'), never))).toEqual([
      '2026-12-01 09:00',
      '2026-12-01 14:00',
      '2026-12-02 09:00',
      '2026-12-08 09:00',
      '2026-12-08 14:00',
    ])
  })

  it('end with the cut-off of the day before', () => {
    expect(told(offeredSlots(rules, at('2026-11-30', '16:00'), never))[0]).toBe('2026-12-02 09:00')
  })

  it('leave out public holidays and days that the account has closed', () => {
    const closed = { ...rules, closedOn: ['2026-12-08'] }
    expect(told(offeredSlots(closed, at('2026-11-30', '10:00'), (day) => day === '2026-12-01'))).toEqual([
      '2026-12-02 09:00',
    ])
  })

  it('never begin in the past, however late the cut-off is', () => {
    const late = { ...rules, cutOff: { days: 0, time: '23:59' } }
    expect(told(offeredSlots(late, at('2026-12-01', '09:00'), never))[0]).toBe('2026-12-01 14:00')
  })
})

it('a slot is known by its day and beginning, and is told in the language of its reader', () => {
  const slot = { day: '2026-12-01', opens: '09:00', closes: '12:00' }
  expect([isSameSlot(slot, { day: '2026-12-01', opens: '09:00' }), isSameSlot(slot, null)]).toEqual([true, false])
  expect(slotText(slot, 'fr-FR')).toBe('mardi 1 décembre, 09:00–12:00')
  expect(slotText(slot, 'de-DE')).toBe('Dienstag, 1. Dezember, 09:00–12:00')
})

describe('what an account says of its slots', () => {
  it.each<[string, object]>([
    ['no span', { windows: [] }],
    ['spans that overlap', { windows: [...rules.windows, { day: 2, opens: '11:00', closes: '13:00' }] }],
    ['no place', { capacity: 0 }],
    ['too many days', { daysAhead: 61 }],
    ['a cut-off at no time', { cutOff: { days: 1, time: '25:00' } }],
    ['a country that there is not', { holidaysOf: 'ZZ' }],
  ])('is refused with %s', (_title, change) => {
    const sorted = { ...rules, windows: rules.windows.toSorted((a, b) => (a.opens < b.opens ? -1 : 1)) }
    expect(pickupRulesSchema.safeParse(sorted).success).toBe(true)
    expect(pickupRulesSchema.safeParse({ ...sorted, ...change }).success).toBe(false)
  })
})

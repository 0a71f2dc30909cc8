import { expect, it } from 'vitest'
import { dayAfter, dayIn } from './account-day.ts'

it('a day is the one where the account is, and UTC’s where its zone is unknown', () => {
  const lateInParis = Date.UTC(2026, 10, 20, 23, 30)
  expect(dayIn('Europe/Paris', lateInParis)).toBe('2026-11-21')
  expect(dayIn('America/Guadeloupe', lateInParis)).toBe('2026-11-20')
  expect(dayIn('Nowhere/Land', lateInParis)).toBe('2026-11-21')
})

it('a day is the same whatever order the browser’s ICU writes it in (E1)', () => {
  const { prototype } = Intl.DateTimeFormat
  const own = Object.getOwnPropertyDescriptor(prototype, 'format')!
  Object.defineProperty(prototype, 'format', { ...own, get: () => () => '11/28/2026' })
  try {
    expect(dayIn('Europe/Paris', Date.UTC(2026, 10, 28, 12))).toBe('2026-11-28')
  } finally {
    Object.defineProperty(prototype, 'format', own)
  }
})

it('days are counted by the calendar, through the change of the clocks too', () => {
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  expect(dayAfter('2026-11-21', 7)).toBe('2026-11-28')
})

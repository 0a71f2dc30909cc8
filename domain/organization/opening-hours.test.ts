import { describe, expect, it } from 'vitest'
import { openingHoursSchema } from './opening-hours.schema.ts'
import {
  comingClosures,
  hoursLines,
  localTime,
  openState,
  readHours,
  readSpans,
  typedHours,
  type OpeningHours,
} from './opening-hours.ts'

const span = (day: number, opens: string, closes: string) => ({ day, opens, closes })
const hours: OpeningHours = {
  days: [
    ...[2, 3, 4, 5].flatMap((day) => [span(day, '09:00', '12:30'), span(day, '14:00', '19:00')]),
    span(6, '10:00', '18:00'),
  ],
  closedOn: ['2026-12-25'],
}

describe('whether a store is open', () => {
  it.each([
    ['within a span', '2026-12-01', '09:00', { isOpen: true, until: '12:30' }],
    [
      'at the end of a span',
      '2026-12-01',
      '12:30',
      { isOpen: false, next: { day: '2026-12-01', time: '14:00', inDays: 0 } },
    ],
    [
      'after the last span',
      '2026-12-01',
      '19:00',
      { isOpen: false, next: { day: '2026-12-02', time: '09:00', inDays: 1 } },
    ],
    [
      'on a weekday that it rests',
      '2026-12-06',
      '11:00',
      { isOpen: false, next: { day: '2026-12-08', time: '09:00', inDays: 2 } },
    ],
    [
      'on a day that it stays closed',
      '2026-12-25',
      '10:00',
      { isOpen: false, next: { day: '2026-12-26', time: '10:00', inDays: 1 } },
    ],
  ] as const)('%s', (_title, day, time, state) => {
    expect(openState(hours, { day, time })).toEqual(state)
  })

  it('is told by the clocks of its own time zone', () => {
    const at = Date.parse('2026-12-01T08:30:00Z')
    expect(localTime(at, 'Europe/Paris')).toEqual({ day: '2026-12-01', time: '09:30' })
    expect(localTime(at, 'America/Guadeloupe')).toEqual({ day: '2026-12-01', time: '04:30' })
    expect(localTime(Date.parse('2026-12-31T23:30:00Z'), 'Europe/Paris')).toEqual({ day: '2027-01-01', time: '00:30' })
  })

  it('says of one that never opens that it opens at no time', () => {
    expect(openState({ days: [], closedOn: ['2026-12-25'] }, { day: '2026-12-01', time: '10:00' })).toEqual({
      isOpen: false,
      next: null,
    })
  })
})

it('says the hours of a week in as few lines as it takes', () => {
  expect(hoursLines(hours).map(({ from, to, spans }) => [from, to, spans.length])).toEqual([
    [1, 1, 0],
    [2, 5, 2],
    [6, 6, 1],
    [7, 7, 0],
  ])
})

it('names the closed days that come soon, and on which it would be open', () => {
  expect(comingClosures({ ...hours, closedOn: ['2026-12-27', '2026-12-25', '2027-05-01'] }, '2026-12-01')).toEqual([
    '2026-12-25',
  ])
})

describe('hours as they are typed', () => {
  it.each([
    ['9-12:30, 14h-19h', [span(1, '09:00', '12:30'), span(1, '14:00', '19:00')]],
    ['9h30 – 24', [span(1, '09:30', '24:00')]],
    ['14-19; 9.00-12.30', [span(1, '09:00', '12:30'), span(1, '14:00', '19:00')]],
    ['', []],
  ])('%j is read', (text, spans) => {
    expect(readSpans(text, 1)).toEqual(spans)
  })
  it.each(['9', '19-9', '9-25', '9-12, 11-14', '9-12-14', 'closed', '9:60-10'])('%j is none', (text) => {
    expect(readSpans(text, 1)).toBeNull()
  })

  it('come back as they are kept, and empty ones are unknown', () => {
    expect(readHours(typedHours(hours))).toEqual(hours)
    expect(readHours('\n\n\n\n\n\n\n')).toBeNull()
    expect(typedHours(null)).toBe('')
    expect(readHours('\n\n\n\n\n\n\n25/12/2026 1.5.2026')).toEqual({ days: [], closedOn: ['2026-05-01', '2026-12-25'] })
    expect(readHours('\n\n\n\n\n\n\n31/02/2026')).toBe('invalid')
  })
})

describe('hours over the wire', () => {
  it.each([
    ['that overlap', [span(1, '09:00', '12:30'), span(1, '12:00', '19:00')]],
    ['that end before they begin', [span(1, '19:00', '09:00')]],
    ['of a day that there is not', [span(8, '09:00', '12:30')]],
    ['of an hour that there is not', [span(1, '09:00', '25:00')]],
  ])('%s are refused', (_title, days) => {
    expect(openingHoursSchema.safeParse({ days, closedOn: [] }).success).toBe(false)
  })

  it('that say nothing are none', () => {
    expect(openingHoursSchema.parse({ days: [], closedOn: [] })).toBeNull()
    expect(openingHoursSchema.parse(hours)).toEqual(hours)
  })
})

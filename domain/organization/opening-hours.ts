import { isDay } from '../kernel/day.ts'

/** A span of a weekday, 1 for Monday to 7 for Sunday, in which a store is open; times as `HH:MM`, the end up to `24:00`. */
export interface OpenSpan {
  readonly day: number
  readonly opens: string
  readonly closes: string
}

/** When a store is open: each week, but for the days on which it stays closed. */
export interface OpeningHours {
  readonly days: readonly OpenSpan[]
  /** `YYYY-MM-DD`. */
  readonly closedOn: readonly string[]
}

/** Limits of what is said of a store's hours. */
export const hoursLimits = { spansOfDay: 4, closedOn: 60, text: 1_000 } as const

/** The days of a week, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** A moment where a place is: its day, `YYYY-MM-DD`, and its time, `HH:MM`. */
export interface LocalTime {
  readonly day: string
  readonly time: string
}

const dayMs = 86_400_000

/** The moment as the clocks of a time zone tell it; by UTC where the zone is none. */
export function localTime(atMs: number, timeZone: string): LocalTime {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const [day, time] = [
    ['year', 'month', 'day'],
    ['hour', 'minute'],
  ].map((types) => types.map((type) => parts.get(type as Intl.DateTimeFormatPartTypes)))
  return { day: day!.join('-'), time: time!.join(':') }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, calendar: 'gregory', numberingSystem: 'latn', timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' })
  }
}

/** The weekday of a day: 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** A day some days later. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Whether a store is open, and until when; else when it opens next, within two weeks. */
export type OpenState =
  | { readonly isOpen: true; readonly until: string }
  | {
      readonly isOpen: false
      readonly next: { readonly day: string; readonly time: string; readonly inDays: number } | null
    }

/** Whether a store is open at a moment of its own clocks. */
export function openState({ days, closedOn }: OpeningHours, { day, time }: LocalTime): OpenState {
  const spansOn = (on: string): readonly OpenSpan[] => {
    const weekday = weekdayOf(on)
    return closedOn.includes(on) ? [] : days.filter((span) => span.day === weekday)
  }
  const now = spansOn(day).find(({ opens, closes }) => opens <= time && time < closes)
  if (now !== undefined) return { isOpen: true, until: now.closes }
  for (let inDays = 0; inDays <= 14; inDays++) {
    const on = dayPlus(day, inDays)
    const times = spansOn(on).map(({ opens }) => opens)
    const opens = times.filter((start) => inDays > 0 || start > time).toSorted()[0]
    if (opens !== undefined) return { isOpen: false, next: { day: on, time: opens, inDays } }
  }
  return { isOpen: false, next: null }
}

/** The last day on which a store is open, up to a day and not before another one; null where it is not open in between. */
export function lastOpenDay({ days, closedOn }: OpeningHours, from: string, to: string): string | null {
  for (let day = to; day >= from; day = dayPlus(day, -1))
    if (!closedOn.includes(day) && days.some((span) => span.day === weekdayOf(day))) return day
  return null
}

/** Weekdays that follow each other and have the same spans; none where they are closed. */
export interface HoursLine {
  readonly from: number
  readonly to: number
  readonly spans: readonly OpenSpan[]
}

/** The hours of a week in as few lines as say them. */
export function hoursLines({ days }: OpeningHours): readonly HoursLine[] {
  const lines: HoursLine[] = []
  for (const day of weekdays) {
    const spans = days.filter((span) => span.day === day)
    const last = lines.at(-1)
    if (last !== undefined && textOfSpans(last.spans) === textOfSpans(spans))
      lines[lines.length - 1] = { ...last, to: day }
    else lines.push({ from: day, to: day, spans })
  }
  return lines
}

/** Spans of one day as a person writes them: `09:00–12:30, 14:00–19:00`. */
export function textOfSpans(spans: readonly Pick<OpenSpan, 'opens' | 'closes'>[]): string {
  return spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')
}

/** Days ahead that a store is closed on beside its week, the next ones first. */
export function comingClosures({ days, closedOn }: OpeningHours, today: string, within = 30): readonly string[] {
  const last = dayPlus(today, within)
  const opens = new Set(days.map(({ day }) => day))
  return closedOn.filter((day) => day >= today && day <= last && opens.has(weekdayOf(day))).toSorted()
}

/** Hours as the form has them: a line for each weekday, then one of the days that stay closed; empty where unknown. */
export function typedHours(hours: OpeningHours | null): string {
  if (hours === null) return ''
  const lines = weekdays.map((day) => textOfSpans(hours.days.filter((span) => span.day === day)))
  return [...lines, hours.closedOn.join(', ')].join('\n')
}

/** Hours as they were typed; null where nothing was, and `invalid` where a line cannot be read. */
export function readHours(typed: string): OpeningHours | null | 'invalid' {
  if (typed.trim() === '') return null
  const lines = typed.split('\n')
  const days = weekdays.map((day) => readSpans(lines[day - 1] ?? '', day))
  const closedOn = (lines[7] ?? '')
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(readDay)
  if (days.includes(null) || closedOn.includes(null)) return 'invalid'
  const closed = [...new Set(closedOn.filter((day) => day !== null))].toSorted()
  return { days: days.flatMap((spans) => spans ?? []), closedOn: closed }
}

/** Spans of a weekday as people write them, `9-12:30, 14h–19h`; null where they cannot be read. */
export function readSpans(text: string, day: number): readonly OpenSpan[] | null {
  const parts = text
    .split(/[,;/+]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const spans = parts.map((part) => {
    const [opens, closes, ...rest] = part.split(/\s*[-–—]\s*/).map(readTime)
    return opens && closes && rest.length === 0 ? { day, opens, closes } : null
  })
  const known = spans.filter((span) => span !== null).toSorted((one, other) => (one.opens < other.opens ? -1 : 1))
  return known.length === spans.length && areDisjoint(known) ? known : null
}

/** Whether the spans of one day, in their order, each end before the next begins. */
export function areDisjoint(spans: readonly Pick<OpenSpan, 'opens' | 'closes'>[]): boolean {
  return spans.every(({ opens, closes }, at) => opens < closes && (at === 0 || spans[at - 1]!.closes <= opens))
}

/** A time as people write it, `9`, `16h30`, as `HH:MM`; null where it is none. */
export function readTime(text: string): string | null {
  const match = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?\s*(?:h|uhr|u)?$/i.exec(text.trim())
  if (match === null) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function readDay(text: string): string | null {
  const written = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text)
  const day =
    written === null ? text : [written[3], written[2]!.padStart(2, '0'), written[1]!.padStart(2, '0')].join('-')
  return isDay(day) ? day : null
}

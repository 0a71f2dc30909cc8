import { isDay } from '#domain/kernel/day.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** A day as the app's language writes it, independent of the browser's language: 02/03/2020, 02.03.2020. */
export function dayText(value: string, language: Language): string {
  if (!isDay(value)) return value
  const format = new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${value}T00:00:00Z`))
}

/**
 * The day that a user has typed, `YYYY-MM-DD`. Each of the app's languages writes day, month and year; a day may also
 * be pasted as a machine writes it. What is no day comes back as it is.
 */
export function readDay(text: string): string {
  const typed = text.trim()
  const [, first = '', month = '', last = ''] = /^(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})\D*$/.exec(typed) ?? []
  const isMachine = first.length === 4
  const [year, date] = isMachine ? [first, last] : [last, first]
  const read = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (isDay(read)) return read
  const [, d = '', m = '', y = ''] = /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ?? []
  return isDay(`${y}-${m}-${d}`) ? `${y}-${m}-${d}` : typed
}

/** The time of a day that a user has typed, `HH:MM`: 9:05, 9h05, 0905; null where it is none. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2})\D{0,3}(\d{2})$/.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

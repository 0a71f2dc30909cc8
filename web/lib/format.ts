import type { Currency, Language } from '#domain/kernel/languages.ts'
import { lazily } from '#domain/kernel/lazily.ts'
import { dayIn } from './account-day.ts'

/** A day without an hour, `YYYY-MM-DD`: the same day wherever it is read. */
const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** How an account's numbers, money and dates are written for one reader. */
export interface Format {
  readonly number: (value: number) => string
  /** Cents of the account's currency. */
  readonly money: (valueCents: number) => string
  /** Day, short, with the weekday where it lies within a week of now. */
  readonly date: (value: string | Date, now?: Date) => string
  /** The day that it is where the account is, `YYYY-MM-DD`. */
  readonly today: (now?: Date) => string
  /** Day with its month as a word, as in a letter. */
  readonly longDate: (value: string | Date) => string
  readonly dateTime: (value: string | Date, now?: Date) => string
  readonly time: (value: string | Date) => string
  /** A span such as «3 min», rounded down to its largest unit. */
  readonly duration: (ms: number) => string
}

const dayMs = 86_400_000

/** Makes the writers of one language in an account's currency and time zone. */
export function createFormat(language: Language, currency: Currency, timeZone: string): Format {
  // Each writer costs milliseconds on a phone: it is made when something is first written with it.
  const number = lazily(() => new Intl.NumberFormat(language))
  const money = lazily(() => new Intl.NumberFormat(language, { style: 'currency', currency }))
  const day = dayWriter(language, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' })
  const nearDay = dayWriter(language, timeZone, { weekday: 'short', day: '2-digit', month: '2-digit' })
  const longDay = dayWriter(language, timeZone, { day: 'numeric', month: 'long', year: 'numeric' })
  const time = lazily(() => dateWriter(language, timeZone, { hour: '2-digit', minute: '2-digit' }))
  const date = (value: string | Date, now = new Date()): string => {
    const isNear = Math.abs(new Date(value).getTime() - now.getTime()) < 7 * dayMs
    return (isNear ? nearDay : day)(value)
  }
  return {
    number: (value) => number().format(value),
    money: (valueCents) => money().format(valueCents / 100),
    date,
    today: (now = new Date()) => dayIn(timeZone, now.getTime()),
    longDate: longDay,
    dateTime: (value, now) => `${date(value, now)} ${time().format(new Date(value))}`,
    time: (value) => time().format(new Date(value)),
    duration: (ms) => duration(language, ms),
  }
}

/** Writes the day of a moment where the account is, and a plain day as it stands. */
function dayWriter(
  language: Language,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (value: string | Date) => string {
  const ofMoment = lazily(() => dateWriter(language, timeZone, options))
  const ofDay = lazily(() => dateWriter(language, 'UTC', options))
  return (value) => (typeof value === 'string' && plainDay.test(value) ? ofDay : ofMoment)().format(new Date(value))
}

// A time zone that this browser does not know must not take the screen away.
function dateWriter(language: Language, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'Europe/Paris' })
  }
}

function duration(language: Language, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [value, unit] =
    seconds >= 86_400
      ? [seconds / 86_400, 'day']
      : seconds >= 3600
        ? [seconds / 3600, 'hour']
        : seconds >= 60
          ? [seconds / 60, 'minute']
          : [seconds, 'second']
  const style = { style: 'unit', unit: String(unit), unitDisplay: 'short' } as const
  return new Intl.NumberFormat(language, style).format(Math.floor(Number(value)))
}

/** Writes a code in groups for the eye: 13 digits as `3 600001 234567`, an IMEI as `35 693803 564380 9`. */
export function groupCode(code: string): string {
  if (/^\d{13}$/.test(code)) return `${code.slice(0, 1)} ${code.slice(1, 7)} ${code.slice(7)}`
  if (/^\d{15,17}$/.test(code)) return `${code.slice(0, 2)} ${code.slice(2, 8)} ${code.slice(8, 14)} ${code.slice(14)}`
  if (/^[0-9A-Z]{8}$/i.test(code)) return `${code.slice(0, 4)} ${code.slice(4)}`
  return code
}

/** The groups of a code in a sentence or title, which no end of a line tears apart. */
export function nonBreakingCode(code: string): string {
  return groupCode(code).replaceAll(' ', '\u{A0}')
}

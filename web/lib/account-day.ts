const dayMs = 86_400_000

/** The day of a moment where the account is, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, atMs: number): string {
  return dayOf(partsOf(daysOf(timeZone), atMs))
}

/** The parts of a moment: how they are put together depends on the browser's version of ICU. */
function partsOf(format: Intl.DateTimeFormat, atMs: number): ReadonlyMap<string, string> {
  return new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
}

function dayOf(parts: ReadonlyMap<string, string>): string {
  return (['year', 'month', 'day'] as const).map((type) => parts.get(type)).join('-')
}

/** Day, as `YYYY-MM-DD`, and hour, 0 to 23, of moments where the account is. */
export function localDayAndHour(timeZone: string): (atMs: number) => { readonly day: string; readonly hour: number } {
  const format = hoursOf(timeZone)
  return (atMs) => {
    const parts = partsOf(format, atMs)
    return { day: dayOf(parts), hour: Number(parts.get('hour')) }
  }
}

const dayParts = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
} as const

function daysOf(timeZone: string): Intl.DateTimeFormat {
  return inZone(timeZone, dayParts)
}

function hoursOf(timeZone: string): Intl.DateTimeFormat {
  return inZone(timeZone, { ...dayParts, hour: '2-digit', hourCycle: 'h23' })
}

function inZone(timeZone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts })
  } catch {
    // A time zone that this browser does not know: as everything else is written then.
    return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', ...parts })
  }
}

/** A day some days later, or earlier; days of 23 and of 25 hours count as one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

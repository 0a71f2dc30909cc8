/** Whether a name is one of a time zone. */
export function isTimeZone(name: string): boolean {
  // An offset is a zone of this function, and none of the database's.
  if (!/^[A-Z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const parts = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const
const dayMs = 86_400_000

/**
 * The moment at which the clocks of a time zone show a day and a time. Of an hour that they show twice, as summer time
 * ends, it is the first; null for an hour that they leave out, and for what is no day or time.
 */
export function zonedTimeParser(timeZone: string): (local: string) => Date | null {
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })
  const offsetAt = (atMs: number): number => {
    const told = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const [year = 0, month = 0, day = 0, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => told.get(type))
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000
  }
  return (local) => {
    const shownMs = Date.parse(`${local}Z`)
    if (Number.isNaN(shownMs) || new Date(shownMs).toISOString().slice(0, 10) !== local.slice(0, 10)) return null
    // No zone changes its clocks twice within two days.
    const moments = [shownMs - dayMs, shownMs + dayMs].map((near) => shownMs - offsetAt(near))
    const shown = moments.filter((atMs) => atMs + offsetAt(atMs) === shownMs)
    return shown.length === 0 ? null : new Date(Math.min(...shown))
  }
}

const dayMs = 86_400_000

/** The day of a moment where the account is, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, atMs: number): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs)
  } catch {
    // A time zone that this browser does not know: as everything else is written then.
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(atMs)
  }
}

/** Day, as `YYYY-MM-DD`, and hour, 0 to 23, of moments where the account is. */
export function clockIn(timeZone: string): (atMs: number) => { readonly day: string; readonly hour: number } {
  const format = hoursOf(timeZone)
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const day = (['year', 'month', 'day'] as const).map((type) => parts.get(type)).join('-')
    return { day, hour: Number(parts.get('hour')) }
  }
}

function hoursOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts })
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', ...parts })
  }
}

/** A day some days later, or earlier; days of 23 and of 25 hours count as one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

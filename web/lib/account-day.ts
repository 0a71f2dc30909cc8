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

/** A day some days later, or earlier; days of 23 and of 25 hours count as one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

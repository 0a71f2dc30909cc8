/** How pressing an item is. */
export interface Urgency {
  /** The promised day has passed. */
  readonly isOverdue: boolean
  readonly isToday: boolean
}

/** Compares the promised day with today; both are `YYYY-MM-DD`. */
export function urgencyOf(promisedOn: string | null, today: string): Urgency {
  return { isOverdue: promisedOn !== null && promisedOn < today, isToday: promisedOn === today }
}

/** The day of a moment where the account is. */
export function dayIn(timeZone: string, atMs: number): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs)
  } catch {
    return new Date(atMs).toISOString().slice(0, 10)
  }
}

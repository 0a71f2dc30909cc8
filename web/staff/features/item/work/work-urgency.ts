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

/** Most entries of a list that is not cut into pages (SHELL-12). */
export const shortListLimit = 30

/** The entries that a long list shows, and how many it leaves out. */
export function shorten<Entry>(entries: readonly Entry[]): {
  readonly shown: readonly Entry[]
  readonly others: number
} {
  return { shown: entries.slice(0, shortListLimit), others: Math.max(0, entries.length - shortListLimit) }
}

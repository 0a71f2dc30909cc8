/** Most entries of a list that is not cut into pages (SHELL-12). */
export const shortListLimit = 30

/** How a list is cut: after how many, and which are shown wherever they stand. */
export interface Cut<Entry> {
  readonly limit?: number
  readonly keeps?: (entry: Entry) => boolean
}

/** The entries that a long list shows, and how many it leaves out. */
export function shorten<Entry>(
  entries: readonly Entry[],
  { limit = shortListLimit, keeps = () => false }: Cut<Entry> = {},
): { readonly shown: readonly Entry[]; readonly others: number } {
  const shown = entries.filter((entry, at) => at < limit || keeps(entry))
  return { shown, others: entries.length - shown.length }
}

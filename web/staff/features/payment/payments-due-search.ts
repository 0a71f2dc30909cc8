/** How many working days ahead a promise is warned of: what the page offers, and what it begins with. */
export const dueDays = { choices: [0, 1, 2, 3, 5, 10], usual: 2 } as const

/** Reads the days of an address; what makes no sense is left out. */
export function parseDueSearch(search: { readonly days?: unknown }): { readonly days?: number } {
  const days = Number(search.days)
  return dueDays.choices.some((choice) => choice === days) && search.days !== '' ? { days } : {}
}

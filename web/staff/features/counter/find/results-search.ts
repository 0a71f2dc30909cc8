/** What the address of a list of results says. */
export interface ResultsSearch {
  readonly query?: string
  readonly category?: string
  readonly brands?: readonly string[]
  readonly page?: number
}

/** Reads it; what has another shape is left out. */
export function parseResultsSearch(search: Readonly<Record<string, unknown>>): ResultsSearch {
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 200) : undefined)
  const [query, category, page] = [text(search.query), text(search.category), Number(search.page)]
  const brands = (Array.isArray(search.brands) ? search.brands : [search.brands]).flatMap((one) => text(one) ?? [])
  return {
    ...(query !== undefined && query !== '' && { query }),
    ...(category !== undefined && { category }),
    ...(brands.length > 0 && { brands }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  }
}

/** A query as the router holds it: texts, and a list where a name comes more than once. */
export function parseSearch(query: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    const present = search[name]
    search[name] = present === undefined ? value : [present, value].flat()
  }
  return search
}

/** Writes a query; digits stay the digits that they are, and a list names its values one by one. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) query.append(name, `${one as string}`)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

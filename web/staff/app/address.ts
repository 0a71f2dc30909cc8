import { useMemo } from 'react'

/** What the address of a page says, as its reader has it, and nothing else. */
export function useAddress<Search extends object>(route: { readonly useSearch: () => Search }): Search {
  const search = route.useSearch()
  return useMemo(() => readAddress(route, search) as Search, [route, search])
}

/** Reads an address once more: beside what its reader took, the router leaves everything that it has left out. */
export function readAddress(route: object, search: object): unknown {
  return (route as { options: { validateSearch: (search: object) => unknown } }).options.validateSearch(search)
}

/**
 * A query as the router holds it: texts, and what is written as JSON where it is a list, an object or a text in
 * quotation marks. Digits stay the digits that they are: a code keeps its length and its zeros, and what is meant as a
 * number or as yes and no is read so by the page.
 */
export function parseSearch(query: string): Record<string, unknown> {
  const search: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, text] of new URLSearchParams(query)) {
    // No text that a server keeps has the character NUL, and none takes a question with it.
    const [present, value] = [search[name], readValue(text.replaceAll('\0', ''))]
    search[name] = present === undefined ? value : [present, value].flat()
  }
  return search
}

/** Writes a query so that it is read the same. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.append(name, writeValue(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function readValue(text: string): unknown {
  if (!/^["[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function writeValue(value: unknown): string {
  const isPlain = typeof value === 'string' ? readValue(value) === value : typeof value !== 'object'
  return isPlain ? `${value as string}` : JSON.stringify(value)
}

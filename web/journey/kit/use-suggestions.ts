import { use, useEffect, useState } from 'react'
import type { shortestSuggested } from '#domain/catalog/suggested-name.ts'
import { writtenImei } from '#domain/kernel/imei.ts'
import type { Suggestions, suggestionsCall } from '#sync/calls/search-suggestions.ts'
import { SiteApiContext } from './site-api.ts'
import { wizardPath } from './wizard-path.ts'

/** Shortest text that is asked about; the server's own rule, which counts letters alone, stays there. */
const shortest: typeof shortestSuggested = 2
/** How long nothing is typed before the server is asked. */
const pauseMs = 120

/**
 * What the server proposes for what has been typed; null where nothing is asked or known. An answer that comes after
 * more has been typed is dropped. While a word is being finished the last answer stays, so that the list does not
 * flicker. No failure is told: the search itself needs no suggestion.
 */
export function useSuggestions(typed: string): Suggestions | null {
  const api = use(SiteApiContext)
  const [last, setLast] = useState<{ readonly query: string; readonly found: Suggestions | null } | null>(null)
  const query = typed.trim()
  const isAsked = api !== null && query.length >= shortest && writtenImei(query) === null
  useEffect(() => {
    if (!isAsked) return
    const asking = new AbortController()
    const { signal } = asking
    const take = (found: Suggestions | null): void => {
      if (!signal.aborted) setLast({ query, found })
    }
    const pause = setTimeout(() => {
      void api
        .get<typeof suggestionsCall>('/api/public/suggestions', { query: { query }, signal })
        .then(take, () => take(null))
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      asking.abort()
    }
  }, [api, query, isAsked])
  const isOfThis = last !== null && (query.startsWith(last.query) || last.query.startsWith(query))
  return isAsked && isOfThis ? last.found : null
}

/** Where a suggestion leads. */
export interface SuggestionLink {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
}

/** The ways of all suggestions, in the order in which they are listed. */
export function suggestionLinks({ products, brands, categories }: Suggestions): readonly SuggestionLink[] {
  const to = '/buyback/search/products'
  return [
    ...products.map((product) => ({ to: wizardPath(product) })),
    ...brands.map(({ value }) => ({ to, search: { brand: [value] } })),
    ...categories.map(({ id }) => ({ to, search: { category: id } })),
  ]
}

/** What a list query says about the page (API-03 to API-05). */
export interface PageQuery {
  readonly page: number
  readonly itemsPerPage: number
  readonly pagination: boolean
  readonly partial: boolean
}

/** Most rows of an answer without pages; a longer list has to be read by pages. */
const unpagedLimit = 10_000

/** Limit and offset of a page. */
export function windowOf(query: PageQuery): { readonly limit: number; readonly offset: number } {
  if (!query.pagination) return { limit: unpagedLimit, offset: 0 }
  return { limit: query.itemsPerPage, offset: (query.page - 1) * query.itemsPerPage }
}

/** The answer of a list: members, and the total unless the query spared the server the count. */
export function collectionOf<Member>(members: readonly Member[], total: number | null) {
  return { 'hydra:member': [...members], ...(total === null ? {} : { 'hydra:totalItems': total }) }
}

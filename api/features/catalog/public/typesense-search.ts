import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { productCollection, type SearchAnswer, type SearchParameters } from '#sync/calls/search.ts'
import type { ProductCard } from '#sync/calls/public-catalog.ts'
import { parseFilter, parseOrder } from './typesense-parameters.ts'
import type { ProductSearch, SearchResult } from './search-queries.ts'

/** A search of a Typesense client in the words of this one. */
export interface UnderstoodSearch {
  readonly search: ProductSearch
  readonly page: number
  readonly perPage: number
  readonly facets: readonly FacetField[]
  readonly mostFacetValues: number
}

const facetFields = ['brand', 'categoryId', 'categoryName'] as const
type FacetField = (typeof facetFields)[number]

const defaultPerPage = 10

/** What a client's parameters ask for; the failure says which one cannot be followed. */
export function understand(parameters: SearchParameters): Result<UnderstoodSearch, string> {
  const filter = parseFilter(parameters.filter_by ?? '')
  if (!filter.ok) return filter
  const order = parseOrder(parameters.sort_by ?? '')
  if (!order.ok) return order
  const facets = listOf(parameters.facet_by ?? '')
  const unknown = facets.find((field) => !facetFields.includes(field as FacetField))
  if (unknown !== undefined) return fail(`Could not find a facet field named \`${unknown}\` in the schema.`)
  const perPage = parameters.per_page ?? parameters.limit ?? defaultPerPage
  const offset = parameters.offset ?? ((parameters.page ?? 1) - 1) * perPage
  const text = (parameters.q ?? '*').trim()
  return succeed({
    search: {
      ...filter.value,
      text: text === '*' || text === '' ? null : text,
      tac: null,
      order: order.value,
      limit: perPage,
      offset,
      prefix: String(parameters.prefix ?? 'true').startsWith('true'),
      language: null,
      // Its clients ask with each key, and expect all that begins like the words so far.
      wide: true,
      corrects: !/^0(,0)*$/.test(String(parameters.num_typos ?? '2')),
    },
    page: perPage === 0 ? 1 : Math.floor(offset / perPage) + 1,
    perPage,
    facets: facets as readonly FacetField[],
    mostFacetValues: parameters.max_facet_values ?? defaultPerPage,
  })
}

/** A page of results as a Typesense client reads it. */
export function clientAnswer(
  { search, page, perPage, facets, mostFacetValues }: UnderstoodSearch,
  result: SearchResult,
  { outOf, tookMs }: { readonly outOf: number; readonly tookMs: number },
): SearchAnswer {
  const words = wordsOf(result.correctedQuery ?? search.text ?? '')
  return {
    found: result.total,
    out_of: outOf,
    page,
    search_time_ms: Math.round(tookMs),
    search_cutoff: false,
    request_params: { collection_name: productCollection, q: search.text ?? '*', per_page: perPage },
    hits: result.products.map((document, at) => ({
      document,
      ...highlightsOf(document, words),
      // The server has ranked them; clients that rank by this number keep its order.
      text_match: result.total - search.offset - at,
    })),
    facet_counts: facets.map((field) => facetOf(field, result, mostFacetValues)),
  }
}

function facetOf(field: FacetField, { brands, categories }: SearchResult, most: number) {
  const counted =
    field === 'brand'
      ? brands
      : categories.map(({ id, name, count }) => ({ value: field === 'categoryId' ? id : name, count }))
  return {
    field_name: field,
    counts: counted.slice(0, most).map(({ value, count }) => ({ value, highlighted: value, count })),
    sampled: false,
    stats: { total_values: counted.length },
  }
}

// Letters and digits apart, as the search takes them: `iphone13` is two words.
const runs = /\p{Letter}+|\p{Number}+/gu

const highlighted = ['label', 'brand', 'model'] as const

function highlightsOf(document: ProductCard, words: readonly string[]) {
  const marked = highlighted.flatMap((field) => {
    const tokens: string[] = []
    const snippet = (document[field] ?? '').replaceAll(runs, (token) => {
      if (!words.some((word) => isMatch(plain(token), word))) return token
      tokens.push(token)
      return `<mark>${token}</mark>`
    })
    return tokens.length === 0 ? [] : [{ field, snippet, matched_tokens: tokens }]
  })
  return {
    highlights: marked,
    highlight: Object.fromEntries(marked.map(({ field, ...rest }) => [field, rest])),
  }
}

/** The token is the word, or begins with it where that is long enough to mean something. */
function isMatch(token: string, word: string): boolean {
  return token === word || (word.length > 2 && token.startsWith(word))
}

function wordsOf(text: string): readonly string[] {
  return plain(text).match(runs) ?? []
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

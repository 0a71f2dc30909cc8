import * as z from 'zod'
import { idParams } from './organization.ts'
import { productCard } from './public-catalog.ts'

/** Name of the collection that the product search opens. */
export const productCollection = 'products'

/**
 * `GET /api/organizations/{id}/typesense` (CAT-47; decisions, 21): where the search is and a key to it, in the form
 * that a Typesense client's settings take; `id` is an organization of the account, or the account itself.
 */
export const typesenseCall = {
  method: 'get',
  path: '/api/organizations/{id}/typesense',
  params: idParams,
  answer: z.object({
    nodes: z.array(z.object({ host: z.string(), port: z.int(), protocol: z.string(), path: z.string() })),
    /** Opens this collection of this account for searching, and nothing else. */
    apiKey: z.string(),
    expiresAt: z.iso.datetime(),
    collection: z.string(),
    /** Waits and attempts of CAT-48. */
    connectionTimeoutSeconds: z.number(),
    numRetries: z.int(),
    retryIntervalSeconds: z.number(),
  }),
} as const
/** Where the search is and a key to it. */
export type TypesenseAccess = z.output<typeof typesenseCall.answer>

const number = z.coerce.number().int()
// Numbers and switches come as text in a query, as themselves in a body.
const anyText = z.union([z.string().max(4000), z.number(), z.boolean()]).optional()

/** Parameters of a search that are followed. */
const followed = {
  q: z.string().max(200).optional(),
  query_by: z.string().max(400).optional(),
  filter_by: z.string().max(4000).optional(),
  facet_by: z.string().max(400).optional(),
  max_facet_values: number.min(0).max(100).optional(),
  sort_by: z.string().max(200).optional(),
  page: number.min(1).max(10_000).optional(),
  per_page: number.min(0).max(250).optional(),
  limit: number.min(0).max(250).optional(),
  offset: number.min(0).max(1_000_000).optional(),
  prefix: z.union([z.boolean(), z.string().max(100)]).optional(),
  num_typos: z.union([z.number(), z.string().max(100)]).optional(),
} as const

/** Parameters that clients send by habit and that change nothing here: the server chooses itself how it searches. */
const ignored = {
  query_by_weights: anyText,
  text_match_type: anyText,
  prioritize_exact_match: anyText,
  prioritize_token_position: anyText,
  infix: anyText,
  split_join_tokens: anyText,
  drop_tokens_threshold: anyText,
  drop_tokens_mode: anyText,
  typo_tokens_threshold: anyText,
  min_len_1typo: anyText,
  min_len_2typo: anyText,
  include_fields: anyText,
  exclude_fields: anyText,
  highlight_fields: anyText,
  highlight_full_fields: anyText,
  highlight_start_tag: anyText,
  highlight_end_tag: anyText,
  highlight_affix_num_tokens: anyText,
  snippet_threshold: anyText,
  enable_highlight_v1: anyText,
  exhaustive_search: anyText,
  search_cutoff_ms: anyText,
  use_cache: anyText,
  cache_ttl: anyText,
  enable_overrides: anyText,
  pre_segmented_query: anyText,
  facet_query: anyText,
  pinned_hits: anyText,
  hidden_hits: anyText,
  preset: anyText,
  limit_hits: anyText,
  facet_strategy: anyText,
  enable_typos_for_numerical_tokens: anyText,
  enable_typos_for_alpha_numerical_tokens: anyText,
  enable_synonyms: anyText,
} as const

/** Header or query parameter that carries the key. */
export const searchKeyName = 'x-typesense-api-key'

const parameters = z.strictObject({ ...ignored, ...followed })
export type SearchParameters = z.output<typeof parameters>

const facetCount = z.object({ value: z.string(), highlighted: z.string(), count: z.int() })

/** The result of one search. */
export const searchAnswer = z.object({
  found: z.int(),
  out_of: z.int(),
  page: z.int(),
  search_time_ms: z.int(),
  search_cutoff: z.boolean(),
  request_params: z.object({ collection_name: z.string(), q: z.string(), per_page: z.int() }),
  hits: z.array(
    z.object({
      document: productCard,
      highlights: z.array(z.object({ field: z.string(), snippet: z.string(), matched_tokens: z.array(z.string()) })),
      highlight: z.record(z.string(), z.object({ snippet: z.string(), matched_tokens: z.array(z.string()) })),
      text_match: z.int(),
    }),
  ),
  facet_counts: z.array(
    z.object({
      field_name: z.string(),
      counts: z.array(facetCount),
      sampled: z.boolean(),
      stats: z.object({ total_values: z.int() }),
    }),
  ),
})
export type SearchAnswer = z.output<typeof searchAnswer>

const keyInQuery = { [searchKeyName]: z.string().max(1000).optional() }

/** `GET /api/search/collections/{name}/documents/search`, as Typesense clients call it. */
export const searchDocumentsCall = {
  method: 'get',
  path: '/api/search/collections/{name}/documents/search',
  params: z.strictObject({ name: z.string().max(100) }),
  query: z.strictObject({ ...parameters.shape, ...keyInQuery }),
  answer: searchAnswer,
} as const

/** `POST /api/search/multi_search`: several searches at once; what the query says holds for those that say nothing. */
export const multiSearchCall = {
  method: 'post',
  path: '/api/search/multi_search',
  // Clients announce plain text, for which browsers ask no leave.
  bodyType: 'json-or-text',
  query: z.strictObject({ ...parameters.shape, collection: z.string().max(100).optional(), ...keyInQuery }),
  body: z.strictObject({
    searches: z
      .array(z.strictObject({ ...parameters.shape, collection: z.string().max(100).optional() }))
      .min(1)
      .max(20),
  }),
  answer: z.object({
    results: z.array(z.union([searchAnswer, z.object({ code: z.int(), error: z.string() })])),
  }),
} as const

/** `GET /api/search/health`, which clients ask before they use a node again. */
export const searchHealthCall = {
  method: 'get',
  path: '/api/search/health',
  answer: z.object({ ok: z.boolean() }),
} as const

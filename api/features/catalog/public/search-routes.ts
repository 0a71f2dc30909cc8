import { sql } from 'kysely'
import { searchConnection } from '#domain/catalog/search-connection.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import type { SearchScope } from '#api/http/search-key.ts'
import * as calls from '#sync/calls/search.ts'
import type { PublicCatalogDeps } from './public-catalog-deps.ts'
import { searchProducts } from './search-queries.ts'
import { clientAnswer, understand } from './typesense-search.ts'

/** The product search as a Typesense client talks to it. */
export function createSearchRoutes(deps: PublicCatalogDeps): readonly DeclaredRoute[] {
  const { database, searchKeys } = deps
  const sizes = createSizes(deps)
  return [
    route(
      {
        ...calls.typesenseCall,
        permission: 'visitor',
        openSite: true,
        summary: 'Where the product search is, and a key to it',
      },
      async ({ caller: { accountId }, params, http }) => {
        if (params.id !== accountId && !(await isOrganization(database, accountId, params.id)))
          return refuse('REQUEST_NOT_FOUND')
        const { key, expiresAt } = searchKeys.give({ accountId, collection: calls.productCollection })
        return succeed({
          nodes: [nodeOf(http.origin)],
          apiKey: key,
          expiresAt: expiresAt.toISOString(),
          collection: calls.productCollection,
          connectionTimeoutSeconds: searchConnection.timeoutMs / 1_000,
          numRetries: searchConnection.retries,
          retryIntervalSeconds: searchConnection.pauseMs / 1_000,
        })
      },
    ),

    route(
      {
        ...calls.searchDocumentsCall,
        permission: 'none',
        summary: 'Search products, as Typesense clients do',
        refusals: [
          'SEARCH_KEY_INVALID',
          'PUBLIC_SITE_NOT_OPEN',
          'SEARCH_COLLECTION_UNKNOWN',
          'SEARCH_PARAMETER_INVALID',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ params, query: { [calls.searchKeyName]: inQuery, ...parameters }, http }) => {
        const scope = await scopeOf(deps, http, inQuery, 1)
        if (!scope.ok) return scope
        if (params.name !== scope.value.collection) return refuse('SEARCH_COLLECTION_UNKNOWN')
        const found = await answerTo(database, sizes, scope.value, parameters)
        if (!found.ok) return refuse('SEARCH_PARAMETER_INVALID', { details: { reason: found.error } })
        return found
      },
    ),

    route(
      {
        ...calls.multiSearchCall,
        permission: 'none',
        summary: 'Several product searches at once',
        refusals: ['SEARCH_KEY_INVALID', 'PUBLIC_SITE_NOT_OPEN', 'ACCESS_THROTTLED'],
      },
      async ({ query: { [calls.searchKeyName]: inQuery, ...common }, body, http }) => {
        const scope = await scopeOf(deps, http, inQuery, body.searches.length)
        if (!scope.ok) return scope
        const results = []
        for (const { collection, ...own } of body.searches) {
          const { collection: commonCollection, ...rest } = common
          const isOpen = (collection ?? commonCollection) === scope.value.collection
          const found = isOpen ? await answerTo(database, sizes, scope.value, { ...rest, ...own }) : null
          if (found === null) results.push({ code: 404, error: 'Not found.' })
          else results.push(found.ok ? found.value : { code: 400, error: found.error })
        }
        return succeed({ results })
      },
    ),

    route({ ...calls.searchHealthCall, permission: 'none', summary: 'Whether the search answers' }, async () => {
      await sql`select 1`.execute(database.app)
      return succeed({ ok: true })
    }),
  ]
}

async function scopeOf(
  { searchKeys, visitorThrottle, isSiteOpen }: PublicCatalogDeps,
  http: RequestInfo,
  inQuery: string | undefined,
  searches: number,
): Promise<Result<SearchScope, Failure>> {
  const key = http.headers.get(calls.searchKeyName) ?? inQuery ?? ''
  const scope = searchKeys.find(key)
  if (scope === null) return refuse('SEARCH_KEY_INVALID')
  if (!(await isSiteOpen(scope.accountId))) return refuse('PUBLIC_SITE_NOT_OPEN')
  for (let at = 0; at < searches; at++) {
    const waitSeconds = await visitorThrottle.spend('search', { address: http.address, visitorId: key })
    if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  }
  return succeed(scope)
}

async function answerTo(
  database: Database,
  sizes: CollectionSizes,
  { accountId }: SearchScope,
  parameters: calls.SearchParameters,
): Promise<Result<calls.SearchAnswer, string>> {
  const understood = understand(parameters)
  if (!understood.ok) return understood
  const startedMs = performance.now()
  const result = await searchProducts(database, accountId, understood.value.search)
  const tookMs = performance.now() - startedMs
  return succeed(clientAnswer(understood.value, result, { outOf: await sizes.of(accountId), tookMs }))
}

function nodeOf(origin: string) {
  const { protocol, hostname, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  return {
    host: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    protocol: isSecure ? 'https' : 'http',
    path: '/api/search',
  }
}

async function isOrganization(database: Database, accountId: string, id: string): Promise<boolean> {
  const query = sql`select 1 from organization where account_id = ${accountId} and id = ${id}`
  return (await readInAccount(database, accountId, query.compile(database.app))).length > 0
}

/** How many products a collection holds. */
interface CollectionSizes {
  of(accountId: string): Promise<number>
}

const sizeKeptMs = 60_000

// Clients show it beside the result and act on nothing by it, while counting costs more than searching.
function createSizes({ database, now }: PublicCatalogDeps): CollectionSizes {
  const known = new Map<string, { readonly size: number; readonly untilMs: number }>()
  return {
    of: async (accountId) => {
      const nowMs = now().getTime()
      const present = known.get(accountId)
      if (present !== undefined && present.untilMs > nowMs) return present.size
      const query = sql<{ n: number }>`select count(*)::int as n from searched_product where account_id = ${accountId}`
      const [row] = await readInAccount(database, accountId, query.compile(database.app))
      const size = row?.n ?? 0
      known.set(accountId, { size, untilMs: nowMs + sizeKeptMs })
      return size
    },
  }
}

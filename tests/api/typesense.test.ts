import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { newId } from '#api/db/new-id.ts'
import type { SearchAnswer, TypesenseAccess } from '#sync/calls/search.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: PublicWorld
let access: TypesenseAccess
let clock = new Date()

beforeAll(async () => {
  world = await createPublicWorld({ now: () => clock })
  access = await world.read<TypesenseAccess>(`/api/organizations/${world.api.accounts.retailer.rootId}/typesense`)
})
afterAll(() => world.close())

const path = (query: Readonly<Record<string, string>>, name = 'products') =>
  `/api/search/collections/${name}/documents/search?${new URLSearchParams(query)}`
const key = () => ({ 'x-typesense-api-key': access.apiKey })
const search = async (query: Readonly<Record<string, string>>) =>
  (await (await world.api.request(path(query), { headers: key() })).json()) as SearchAnswer
const multi = async (body: unknown, query = '', headers: Readonly<Record<string, string>> = key()) =>
  world.api.request(`/api/search/multi_search${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: JSON.stringify(body),
  })
const labels = (answer: SearchAnswer) => answer.hits.map(({ document }) => document.label)

describe('the access to the search', () => {
  it('has the form of a Typesense client’s settings, with the waits of the specification (CAT-47)', () => {
    expect(access).toEqual({
      nodes: [{ host: 'localhost', port: 8080, protocol: 'http', path: '/api/search' }],
      apiKey: expect.stringMatching(/^k_[\w-]+\.[\w-]{43}$/),
      expiresAt: new Date(clock.getTime() + lifetimes.searchKeyMs).toISOString(),
      collection: 'products',
      connectionTimeoutSeconds: 2,
      numRetries: 5,
      retryIntervalSeconds: 0.2,
    })
  })

  it('is given for the account’s own organizations alone', async () => {
    expect((await world.ask(`/api/organizations/${world.accountId}/typesense`)).status).toBe(200)
    for (const id of [world.api.accounts.other.rootId, world.api.accounts.other.id, newId()])
      expect((await world.ask(`/api/organizations/${id}/typesense`)).status).toBe(404)
    const bare = await world.api.request(`/api/organizations/${world.accountId}/typesense`)
    expect(bare.status).toBe(401)
  })

  it('ends: an expired, changed, missing or foreign key opens nothing', async () => {
    const refused = async (headers: Readonly<Record<string, string>>) => {
      const response = await world.api.request(path({ q: 'iphone' }), { headers })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    const [text, signature] = access.apiKey.split('.')
    const claims = { account: world.api.accounts.other.id, collection: 'products', until: clock.getTime() + 9e9 }
    const forged = `k_${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
    const visitor = await visitorToken(world.api)
    const asKey = visitor.replace(/^v_/, 'k_')
    for (const wrong of ['', 'k_x', `${text}.${'A'.repeat(43)}`, forged, visitor, asKey])
      expect(await refused({ 'x-typesense-api-key': wrong })).toEqual([401, 'SEARCH_KEY_INVALID'])
    expect(await refused({})).toEqual([401, 'SEARCH_KEY_INVALID'])
    const start = clock
    clock = new Date(start.getTime() + lifetimes.searchKeyMs)
    expect(await refused(key())).toEqual([401, 'SEARCH_KEY_INVALID'])
    clock = start
    expect((await world.api.request(path({ q: 'iphone' }), { headers: key() })).status).toBe(200)
  })

  it('opens the collection for searching and nothing else', async () => {
    const asToken = { authorization: `Bearer ${access.apiKey}` }
    for (const closed of ['/api/public/home', '/api/session', '/api/buyback-settings'])
      expect((await world.api.request(closed, { headers: asToken })).status).toBe(401)
    const other = await world.api.request(path({ q: 'iphone' }, 'customers'), { headers: key() })
    expect([other.status, await other.json()]).toMatchObject([404, { code: 'SEARCH_COLLECTION_UNKNOWN' }])
    const write = await world.api.request('/api/search/collections/products/documents', {
      method: 'POST',
      headers: key(),
      json: { label: 'Mine' },
    })
    expect(write.status).toBe(404)
  })

  it('is answered by a health check that needs no key', async () => {
    expect(await (await world.api.request('/api/search/health')).json()).toEqual({ ok: true })
  })
})

describe('a Typesense client', () => {
  it('searches as its library does, with highlights, facets and pages', async () => {
    const answer = await search({
      q: 'iphone13',
      query_by: 'label,brand,model',
      facet_by: 'brand,categoryName',
      per_page: '1',
      page: '2',
      num_typos: '2',
      prefix: 'true',
      highlight_full_fields: 'label',
    })
    expect(answer).toMatchObject({
      found: 2,
      out_of: 9,
      page: 2,
      search_cutoff: false,
      request_params: { collection_name: 'products', q: 'iphone13', per_page: 1 },
      facet_counts: [
        { field_name: 'brand', counts: [{ value: 'Apple', count: 2 }] },
        { field_name: 'categoryName', counts: [{ value: 'Smartphones', count: 2 }] },
      ],
    })
    expect(answer.hits).toMatchObject([
      {
        document: { label: 'iPhone 13 mini' },
        highlights: [{ field: 'label', snippet: '<mark>iPhone</mark> <mark>13</mark> mini' }],
        highlight: { label: { matched_tokens: ['iPhone', '13'] } },
      },
    ])
  })

  it('finds mistyped words, and not where it asks for none', async () => {
    expect(labels(await search({ q: 'samsng' }))).toEqual(['Galaxy S21'])
    expect(labels(await search({ q: 'samsng', num_typos: '0' }))).toEqual([])
    expect(labels(await search({ q: 'iph', prefix: 'false' }))).toEqual([])
  })

  it('filters and sorts', async () => {
    const category = world.categories['smartphones']!
    expect(
      labels(
        await search({ q: '*', filter_by: `categoryId:=${category} && brand:=[Apple, Huawei]`, sort_by: 'label:desc' }),
      ),
    ).toEqual(['P30 Pro', 'iPhone 14', 'iPhone 13 mini', 'iPhone 13'].toSorted().toReversed())
    expect(labels(await search({ q: '*', filter_by: 'brand:=`Bosch`' }))).toEqual(['Accuboor GSR 18'])
    expect((await search({ q: '*', per_page: '0' })).found).toBe(9)
  })

  it.each([
    [{ q: 'a', filter_by: 'price:>3' }, 'price'],
    [{ q: 'a', filter_by: 'brand' }, 'parse'],
    [{ q: 'a', filter_by: 'brand:=[Apple' }, 'brand'],
    [{ q: 'a', filter_by: 'categoryId:=x' }, 'categoryId'],
    [{ q: 'a', sort_by: 'secret:asc' }, 'secret'],
    [{ q: 'a', facet_by: 'secret' }, 'secret'],
  ] as const)('is told that it cannot be followed: %j', async (query, named) => {
    const response = await world.api.request(path(query), { headers: key() })
    const answer = (await response.json()) as { code: string; details: { reason: string } }
    expect([response.status, answer.code]).toEqual([400, 'SEARCH_PARAMETER_INVALID'])
    expect(answer.details.reason).toContain(named)
  })

  it('asks several at once, each answered for itself, the query’s parameters holding for all', async () => {
    const response = await multi(
      {
        searches: [
          { collection: 'products', q: 'samsng' },
          { collection: 'customers', q: 'a' },
          { q: 'a', collection: 'products', sort_by: 'secret:asc' },
          { collection: 'products' },
        ],
      },
      `?query_by=label&q=bosch&x-typesense-api-key=${encodeURIComponent(access.apiKey)}`,
      {},
    )
    const { results } = (await response.json()) as { results: readonly (SearchAnswer & { code?: number })[] }
    expect([response.status, results.length]).toEqual([200, 4])
    expect(labels(results[0]!)).toEqual(['Galaxy S21'])
    expect([results[1]?.code, results[2]?.code]).toEqual([404, 400])
    expect(labels(results[3]!)).toEqual(['Accuboor GSR 18'])
  })

  it('is refused with more searches than a page needs, without a key, and with unknown parameters', async () => {
    const one = { collection: 'products', q: 'a' }
    expect((await multi({ searches: Array.from({ length: 21 }, () => one) })).status).toBe(422)
    expect((await multi({ searches: [one] }, '', {})).status).toBe(401)
    expect((await multi({ searches: [{ ...one, colour: 'red' }] })).status).toBe(400)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { insertRows } from '#api/db/demo/insert-rows.ts'
import { createTestApi, type TestApi, type TestRequest } from '#tests/support/api.ts'
import { publishTerms } from '#tests/support/factories.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

// Two applications on one database are two processes as far as either can tell.
let world: PublicWorld
let second: TestApi
let token: string

beforeAll(async () => {
  world = await createPublicWorld()
  second = await createTestApi({ share: world.api })
  token = await tokenFor('https://retailer.example/')
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const change = (text: string, ...values: unknown[]) => world.owner.query(text, [world.accountId, ...values])

async function tokenFor(url: string): Promise<string> {
  const body = new URLSearchParams({ url })
  const response = await world.api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body })
  return ((await response.json()) as { token: string }).token
}

const askAt = (api: TestApi, path: string, headers: Readonly<Record<string, string>> = {}) =>
  api.request(path, { headers: { authorization: `Bearer ${token}`, ...headers } })

/** What both processes answer, each asked twice, so that the second time finds what the first has kept. */
async function everywhere(path: string): Promise<readonly { status: number; text: string }[]> {
  const found = []
  for (const api of [world.api, second, world.api, second]) {
    const response = await askAt(api, path)
    const text = (await response.text()).replaceAll(/"(pricedAt|requestId)":"[^"]*"/g, '')
    found.push({ status: response.status, text })
  }
  return found
}

async function showsNowhere(path: string, text: string): Promise<void> {
  const before = await everywhere(path)
  expect(before.map((each) => each.text.includes(text))).toEqual([false, false, false, false])
}

/** The text is in no answer before the change and in every answer after it, in both processes. */
async function isSeen(path: string, text: string, run: () => Promise<unknown>): Promise<void> {
  await showsNowhere(path, text)
  await run()
  const after = await everywhere(path)
  expect(after.map((each) => each.text.includes(text))).toEqual([true, true, true, true])
}

describe('the next read in every process sees a change of', () => {
  it('a product', async () => {
    const id = world.products['IP13']!
    const rename = () => change(`update product set label = 'Renamed 13' where account_id = $1 and id = $2`, id)
    await isSeen(`/api/public/products/${id}`, 'Renamed 13', rename)
  })

  it('a price, in the search too', async () => {
    const id = world.products['IP14']!
    const raise = (cents: number) => () =>
      change('update product_price set price_cents = $3 where account_id = $1 and product_id = $2', id, cents)
    await isSeen(`/api/public/products/${id}`, '77701', raise(77_701))
    await isSeen('/api/public/products?search_product_buyback=iphone', '77702', raise(77_702))
  })

  it('a category', () =>
    isSeen('/api/public/categories', 'Renamed audio', () =>
      change(`update category set name = 'Renamed audio' where account_id = $1 and identifier = 'audio'`),
    ))

  it('the categories of a product', async () => {
    const values = [world.products['EOS'], world.categories['vide']]
    await isSeen('/api/public/categories', 'Rayon vide', () =>
      change('insert into product_category (account_id, product_id, category_id) values ($1, $2, $3)', ...values),
    )
  })

  it('the home page', async () => {
    const id = newId()
    const created_at = new Date().toISOString()
    const row = { account_id: world.accountId, id, position: 1, type: 'search_banner', title: 'First', created_at }
    await isSeen('/api/public/home', 'First', () => insertRows(world.owner, 'home_widget', [{ ...row, version: 1 }]))
    await isSeen('/api/public/home', 'Second', () =>
      change(`update home_widget set title = 'Second' where account_id = $1 and id = $2`, id),
    )
    await change('delete from home_widget where account_id = $1 and id = $2', id)
    expect((await everywhere('/api/public/home')).map(({ text }) => text)).toEqual(
      Array.from({ length: 4 }, () => '{"metaTitle":null,"metaDescription":null,"widgets":[]}'),
    )
    await isSeen('/api/public/home', 'Meta title', () =>
      change(`insert into home_page (account_id, meta_title) values ($1, 'Meta title')`),
    )
    await isSeen('/api/public/home', 'Meta changed', () =>
      change(`update home_page set meta_title = 'Meta changed' where account_id = $1`),
    )
  })

  it('a store', async () => {
    await isSeen('/api/public/stores', 'Renamed store', () =>
      change(`update organization set common_name = 'Renamed store' where account_id = $1 and type = 'store'`),
    )
  })

  it('a legal text and a setting', async () => {
    await isSeen('/api/public/legal/eula', 'New terms', () =>
      change(`update organization_root_detail set eula = '<p>New terms</p>' where account_id = $1`),
    )
    await isSeen('/api/buyback-settings', '4321', () =>
      change('update organization_root_detail set cart_min_value = 4321 where account_id = $1'),
    )
  })

  it('the branding of a host, and of which account has it', async () => {
    await isSeen('/api/branding', world.accountId, () => change(`update account set host = 'localhost' where id = $1`))
    await isSeen('/api/branding', 'Renamed retailer', () =>
      change(`update account set name = 'Renamed retailer' where id = $1`),
    )
  })

  it('a change that was begun before the reading and committed after it', async () => {
    const id = world.products['P30']!
    const path = `/api/public/products/${id}`
    await world.owner.query('begin')
    await change(`update product set label = 'Committed late' where account_id = $1 and id = $2`, id)
    await showsNowhere(path, 'Committed late')
    await world.owner.query('commit')
    expect((await everywhere(path)).map(({ text }) => text.includes('Committed late'))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})

it('an unpublished product is gone at once, and back when it is published', async () => {
  const id = world.products['DRILL']!
  const path = `/api/public/products/${id}`
  const statuses = async () => (await everywhere(path)).map(({ status }) => status)
  const publish = (status: string) =>
    change('update product set status = $3 where account_id = $1 and id = $2', id, status)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await publish('draft')
  expect(new Set(await statuses())).not.toContain(200)
  const found = await everywhere('/api/public/products?search_product_buyback=accuboor')
  expect(found.some(({ text }) => text.includes(id))).toBe(false)
  await publish('published')
  expect(await statuses()).toEqual([200, 200, 200, 200])
})

it('another account gets nothing of it, and each request shows its token', async () => {
  const path = `/api/public/products/${world.products['S21']}`
  expect((await askAt(world.api, path)).status).toBe(200)
  const other = await tokenFor('https://other.example/')
  expect(other).not.toBe(token)
  expect((await askAt(world.api, path, { authorization: `Bearer ${other}` })).status).not.toBe(200)
  expect((await askAt(world.api, path, { authorization: 'Bearer v_nobody' })).status).toBe(401)
})

it('who has an answer is told that it stands, and loads it again when it does not', async () => {
  const path = '/api/public/products?search_product_buyback=galaxy'
  const first = await askAt(world.api, path, { 'accept-encoding': 'br' })
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const etag = first.headers.get('etag')!
  const again = await askAt(second, path, { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  await change(
    'update product_price set price_cents = 123 where account_id = $1 and product_id = $2',
    world.products['S21'],
  )
  const changed = await askAt(second, path, { 'if-none-match': etag })
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
})

it('a page that the server renders reads what is kept as a call over the network does', async () => {
  const id = world.products['WF4']!
  const read: unknown[] = []
  const pages = await createTestApi({
    share: world.api,
    renderJourney: async ({ read: readForPage }) => {
      read.push(await readForPage(`/api/public/products/${id}`))
      return { status: 200, html: 'page', style: '', redirect: null, isPrivate: false }
    },
  })
  await change(`update account set host = 'localhost' where id = $1`)
  await publishTerms(world.owner)
  await pages.request('/home')
  await pages.request('/home')
  await pages.close()
  expect(read).toMatchObject([
    { ok: true, value: { id, brand: 'Sony' } },
    { ok: true, value: { id, brand: 'Sony' } },
  ])
})

describe('a site whose terms are not published', () => {
  const withdraw = () => change(`update organization_root_detail set eula = null where account_id = $1`)
  const ask = (path: string, init: TestRequest = {}) => world.ask(path, init, 'visitor of a closed site')
  const refusal = async (path: string) => {
    const response = await ask(path)
    return [response.status, ((await response.json()) as { code: string }).code] as const
  }
  beforeAll(() => change(`update account set host = 'retailer.example' where id = $1`))
  afterAll(() => publishTerms(world.owner))

  it('offers and takes nothing, and opens as soon as they are', async () => {
    const product = world.products['WF4']!
    const category = world.categories['ecouteurs']!
    const searched = await world.read<{ apiKey: string; collection: string }>(
      `/api/organizations/${world.accountId}/typesense`,
    )
    const offers = [
      '/api/public/home',
      '/api/public/categories',
      '/api/public/products',
      `/api/public/products/${product}`,
      `/api/public/options?categoryId=${category}`,
      '/api/public/stores',
      '/api/buyback-settings',
      `/api/organizations/${world.accountId}/typesense`,
      '/api/quotes/q_unknown',
    ]
    const open = []
    for (const path of offers) open.push(await ask(path))
    expect(open.map(({ status }) => status)).not.toContain(503)
    await withdraw()
    for (const path of offers) expect([path, ...(await refusal(path))]).toEqual([path, 503, 'PUBLIC_SITE_NOT_OPEN'])
    for (const path of ['/api/buybacks', '/api/quotes']) {
      const response = await ask(path, { method: 'POST', json: {} })
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        503,
        { code: 'PUBLIC_SITE_NOT_OPEN' },
      ])
    }
    // A key from before the site closed finds nothing either.
    const headers = { 'x-typesense-api-key': searched.apiKey }
    const found = await world.api.request(`/api/search/collections/${searched.collection}/documents/search?q=wf`, {
      headers,
    })
    expect(found.status).toBe(503)
    await publishTerms(world.owner)
    expect((await ask('/api/public/home')).status).toBe(200)
  })

  it('offers and takes nothing either once its client rests, and opens again with it', async () => {
    await publishTerms(world.owner)
    const paths = ['/api/public/home', `/api/public/products/${world.products['WF4']}`, '/api/quotes/q_unknown']
    await change(`update account set status = 'inactive' where id = $1`)
    for (const path of paths) expect([path, ...(await refusal(path))]).toEqual([path, 503, 'PUBLIC_SITE_NOT_OPEN'])
    for (const path of ['/api/buybacks', '/api/quotes']) {
      const { status } = await ask(path, { method: 'POST', json: {} })
      expect([path, status]).toEqual([path, 503])
    }
    await change(`update account set status = 'active' where id = $1`)
    expect((await ask('/api/public/home')).status).toBe(200)
  })

  it('keeps what its people, its sales and its texts need', async () => {
    await withdraw()
    const staff = await world.api.signIn('store_seller')
    const reads = ['/api/public/products', '/api/public/stores', '/api/session']
    for (const path of reads) expect([path, (await staff.request(path)).status]).toEqual([path, 200])
    const org = world.api.accounts.retailer.rootId
    const kept = ['/api/branding', '/api/public/legal/service-terms', `/api/organizations/${org}/public`]
    for (const path of kept) expect([path, (await ask(path)).status]).toEqual([path, 200])
    const sale = await ask(`/api/cart/${newId()}/validate`, { method: 'POST', json: {} })
    expect([sale.status, await sale.json()]).toMatchObject([404, { code: 'REQUEST_NOT_FOUND' }])
    expect(await refusal('/api/buybacks/by-identification-number/2999999999991')).not.toContain('PUBLIC_SITE_NOT_OPEN')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriceChangeAnswer } from '#sync/calls/product.ts'
import type { PricePreview } from '#sync/calls/product-list.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'

let world: PublicWorld
let manager: TestSession

beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
})
afterAll(() => world.close())

const post = async (path: string, json: object, as = manager) =>
  outcomeOf(await as.request(path, { method: 'POST', json }))
const read = async <T>(path: string) => (await manager.request(path)).json() as Promise<T>
const idOf = (reference: string) => world.products[reference]!
const pricesOf = async (reference: string) =>
  (await read<{ prices: Record<string, number> }>(`/api/products/${idOf(reference)}`)).prices

/** Changes prices as a preview has just shown them. */
async function rePrice(asked: object) {
  const { body } = await post('/api/products/price-preview', asked)
  return post('/api/products/prices', { ...asked, fingerprint: body['fingerprint'] })
}

async function changesOf(id: string) {
  const found = await read<{ 'hydra:member': readonly PriceChangeAnswer[] }>(`/api/products/${id}/price-changes`)
  return found['hydra:member'].map(
    ({ grade, beforeCents, afterCents, origin, changedBy }) =>
      `${grade} ${beforeCents}>${afterCents} ${origin} ${changedBy === null ? '-' : 'named'}`,
  )
}

describe('the history of prices', () => {
  it('tells of the form, of many at once and of what nobody tells of', async () => {
    const made = await post('/api/products', {
      label: 'Told of',
      buyerReference: 'TOLD',
      mainCategoryId: world.categories['smartphones'],
      prices: { grade_a: 100, grade_b: 50 },
    })
    const id = String(made.body['id'])
    await manager.request(`/api/products/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { prices: { grade_b: null, grade_a: 100 } },
    })
    await rePrice({ products: { ids: [id] }, change: { type: 'percentage', percent: 10 } })
    await world.owner.query('update product_price set price_cents = 5 where product_id = $1', [id])
    const changes = await changesOf(id)
    // What one statement has changed has no order.
    expect([...changes.slice(0, 3), ...changes.slice(3).toSorted()]).toEqual([
      'grade_a 110>5 other -',
      'grade_a 100>110 bulk named',
      'grade_b 50>null form named',
      'grade_a null>100 form named',
      'grade_b null>50 form named',
    ])
  })

  it('comes in pages that divide what one statement has changed, each step under an id of its own', async () => {
    const prices = { functional: 10, grade_a: 60, grade_b: 50, grade_c: 40, grade_d: 30, grade_e: 20 }
    const made = await post('/api/products', {
      label: 'Paged',
      buyerReference: 'PAGED',
      mainCategoryId: world.categories['cameras'],
      prices,
    })
    const id = String(made.body['id'])
    await rePrice({ products: { ids: [id] }, change: { type: 'amount', amountCents: 5 } })
    const page = (number: number, direction = 'desc') =>
      read<{ 'hydra:member': readonly PriceChangeAnswer[]; 'hydra:totalItems': number }>(
        `/api/products/${id}/price-changes?itemsPerPage=5&page=${number}&order[changedAt]=${direction}`,
      )
    const pages = await Promise.all([1, 2, 3].map((number) => page(number)))
    expect(pages.map((each) => each['hydra:totalItems'])).toEqual([12, 12, 12])
    const steps = pages.flatMap((each) => each['hydra:member'])
    expect(new Set(steps.map((step) => step.id)).size).toBe(12)
    expect(
      steps.map(({ grade, beforeCents, afterCents }) => `${grade} ${beforeCents}>${afterCents}`).toSorted(),
    ).toEqual(
      Object.entries(prices)
        .flatMap(([grade, cents]) => [`${grade} null>${cents}`, `${grade} ${cents}>${cents + 5}`])
        .toSorted(),
    )
    const earliest = (await page(1, 'asc'))['hydra:member']
    expect(earliest.map((step) => step.id)).toEqual(
      steps
        .map((step) => step.id)
        .toReversed()
        .slice(0, 5),
    )
  })

  it('knows the prices at the end of a day', async () => {
    const id = idOf('P30')
    const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
    await world.owner.query(
      `update product_price_change set changed_at = now() - interval '5 days' where product_id = $1`,
      [id],
    )
    await rePrice({ products: { ids: [id] }, change: { type: 'amount', amountCents: 500 } })
    const on = (day: string) => read<{ prices: object }>(`/api/products/${id}/prices?on=${day}`)
    expect((await on(days(7))).prices).toEqual({})
    expect((await on(days(2))).prices).toEqual({ grade_a: 30_000, grade_b: 24_000 })
    expect((await on(days(-1))).prices).toEqual({ grade_a: 30_500, grade_b: 24_500 })
    expect((await manager.request(`/api/products/${id}/prices?on=yesterday`)).status).toBe(422)
  })
})

describe('a change of many prices', () => {
  const change = { type: 'percentage', percent: -10.5 }

  it('shows old and new first, and changes just that', async () => {
    const path = (call: string) => `/api/products/${call}?search_product_buyback=iphone`
    const asked = { products: { all: true }, grades: ['grade_a'], change }
    const { body } = await post(path('price-preview'), asked)
    const preview = body as unknown as PricePreview
    expect(preview).toMatchObject({ products: 3, prices: 3, kept: 0 })
    expect(preview.sample[0]).toMatchObject({ label: 'iPhone 13', prices: [{ before: 30_000, after: 26_850 }] })
    expect(await pricesOf('IP13')).toEqual({ grade_a: 30_000, grade_b: 24_000 })
    const { fingerprint } = preview
    expect((await post(path('prices'), { ...asked, fingerprint })).body).toEqual({
      products: 3,
      prices: 3,
      kept: 0,
      left: [],
    })
    expect(await pricesOf('IP13')).toEqual({ grade_a: 26_850, grade_b: 24_000 })
    expect(await pricesOf('S21')).toEqual({ grade_a: 30_000, grade_b: 24_000 })
    // The prices are others than those that were looked at.
    const again = await post(path('prices'), { ...asked, fingerprint })
    expect([again.status, again.code]).toEqual([409, 'PRODUCT_SELECTION_CHANGED'])
    expect(await pricesOf('IP13')).toEqual({ grade_a: 26_850, grade_b: 24_000 })
  })

  it('of all that the filters let pass is what its preview has shown, or nothing', async () => {
    const path = (call: string) => `/api/products/${call}?search_product_buyback=meantime`
    const make = async (name: string) => {
      const json = {
        label: `Meantime ${name}`,
        mainCategoryId: world.categories['cameras'],
        prices: { grade_a: 5_000 },
      }
      return String((await post('/api/products', json)).body['id'])
    }
    const priceOf = async (id: string) => (await read<{ prices: object }>(`/api/products/${id}`)).prices
    const one = await make('one')
    const asked = { products: { all: true }, change: { type: 'amount', amountCents: 100 } }
    const fingerprintOf = async () => String((await post(path('price-preview'), asked)).body['fingerprint'])
    expect((await post(path('prices'), asked)).code).toBe('REQUEST_INVALID')
    const seen = await fingerprintOf()
    const other = { ...asked, change: { type: 'amount', amountCents: 200 }, fingerprint: seen }
    expect(await post(path('prices'), other)).toMatchObject({ status: 409, code: 'PRODUCT_SELECTION_CHANGED' })
    // Of two people who change what both have seen, the later one is told.
    const both = await Promise.all([1, 2].map(async () => post(path('prices'), { ...asked, fingerprint: seen })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await priceOf(one)).toEqual({ grade_a: 5_100 })
    // One product more passes the filters.
    const after = await fingerprintOf()
    const two = await make('two')
    expect((await post(path('prices'), { ...asked, fingerprint: after })).code).toBe('PRODUCT_SELECTION_CHANGED')
    expect([await priceOf(one), await priceOf(two)]).toEqual([{ grade_a: 5_100 }, { grade_a: 5_000 }])
    expect((await post(path('prices'), { ...asked, fingerprint: await fingerprintOf() })).status).toBe(200)
    expect([await priceOf(one), await priceOf(two)]).toEqual([{ grade_a: 5_200 }, { grade_a: 5_100 }])
    // What is published or archived is as many as were counted.
    const status = (count?: number) => ({ products: { all: true, count }, status: 'archived' })
    expect((await post(path('status'), status())).code).toBe('REQUEST_INVALID')
    for (const count of [1, 3])
      expect((await post(path('status'), status(count))).code).toBe('PRODUCT_SELECTION_CHANGED')
    expect((await post(path('status'), status(2))).body).toEqual({ changed: 2, left: [] })
  })

  it('is made once however often it is sent: by what its preview has shown, or by the versions that are meant', async () => {
    const json = { label: 'Sent often', mainCategoryId: world.categories['cameras'], prices: { grade_a: 10_000 } }
    const made = (await post('/api/products', json)).body
    const id = String(made['id'])
    const priceOf = async () => (await read<{ prices: object }>(`/api/products/${id}`)).prices
    const change = { type: 'percentage', percent: 10 }
    const often = (asked: object) =>
      Promise.all(Array.from({ length: 8 }, async () => post('/api/products/prices', asked)))

    const unseen = await often({ products: { ids: [id] }, change })
    expect(new Set(unseen.map(({ code, body }) => `${code} ${String(body['field'])}`))).toEqual(
      new Set(['REQUEST_INVALID fingerprint']),
    )
    expect(await priceOf()).toEqual({ grade_a: 10_000 })

    const versioned = await often({ products: { listed: [{ id, version: made['version'] }] }, change })
    expect(versioned.filter(({ body }) => body['prices'] === 1)).toHaveLength(1)
    expect(await priceOf()).toEqual({ grade_a: 11_000 })

    const asked = { products: { ids: [id] }, change }
    const { fingerprint } = (await post('/api/products/price-preview', asked)).body
    const shown = await often({ ...asked, fingerprint })
    expect(shown.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
    expect(await priceOf()).toEqual({ grade_a: 12_100 })
  })

  it('leaves prices as they are that would leave their bounds (CAT-37)', async () => {
    const products = { ids: [idOf('WF4'), idOf('WH5')] }
    const lower = { products, change: { type: 'amount', amountCents: -10_000 } }
    expect((await rePrice(lower)).body).toEqual({ products: 1, prices: 1, kept: 1, left: [] })
    expect([await pricesOf('WF4'), await pricesOf('WH5')]).toEqual([{ grade_a: 6_500 }, { grade_a: 4_000 }])
  })

  it.each([
    ['nothing', { type: 'percentage', percent: 0 }],
    ['three decimals', { type: 'percentage', percent: 1.005 }],
    ['less than everything', { type: 'percentage', percent: -100.01 }],
    ['part of a cent', { type: 'amount', amountCents: 0.5 }],
    ['something else', { type: 'factor', factor: 2 }],
  ])('is refused by %s', async (_, wrong) => {
    const asked = { products: { ids: [idOf('EOS')] }, change: wrong }
    for (const call of ['price-preview', 'prices'])
      expect((await post(`/api/products/${call}`, asked)).code).toBe('REQUEST_INVALID')
  })

  it('is nobody’s who may only read, and knows no product of another account', async () => {
    const asked = { products: { ids: [idOf('EOS')] }, change }
    for (const user of ['root_management_unit_analyst', 'buyer_manager']) {
      const as = await world.api.signIn(user)
      for (const call of ['price-preview', 'prices'])
        expect((await post(`/api/products/${call}`, asked, as)).status).toBe(403)
      expect((await post('/api/products/status', { products: asked.products, status: 'draft' }, as)).status).toBe(403)
    }
    const other = await world.api.signIn('admin@other.example')
    const { fingerprint } = (await post('/api/products/price-preview', asked)).body
    expect((await post('/api/products/prices', { ...asked, fingerprint }, other)).code).toBe('REQUEST_NOT_FOUND')
    expect((await post('/api/products/price-preview', { products: { all: true }, change }, other)).body).toMatchObject({
      prices: 0,
    })
  })

  it('means 2,000 products at most', async () => {
    const ids = Array.from({ length: 2001 }, (_, n) => `019a6410-0000-7000-8000-${String(n).padStart(12, '0')}`)
    expect((await post('/api/products/prices', { products: { ids }, change })).code).toBe('REQUEST_INVALID')
    await world.change(
      `insert into product (account_id, id, label, brand, main_category_id, status)
       select $1, gen_random_uuid(), 'Many ' || n, 'Mass', $2, 'draft' from generate_series(1, 2001) n`,
      world.categories['cameras'],
    )
    const path = '/api/products/status?search_product_buyback=mass'
    expect(await post(path, { products: { all: true, count: 2001 }, status: 'archived' })).toMatchObject({
      status: 422,
      code: 'PRODUCT_SELECTION_TOO_LARGE',
      body: { details: { most: 2000 } },
    })
  })
})

it('publishes and unpublishes what is chosen', async () => {
  const asked = { products: { ids: [idOf('EOS'), idOf('DRILL')] } }
  expect((await post('/api/products/status', { ...asked, status: 'draft' })).body).toEqual({ changed: 2, left: [] })
  expect((await post('/api/products/status', { ...asked, status: 'draft' })).body).toEqual({ changed: 0, left: [] })
  expect((await world.refusal(`/api/public/products/${idOf('EOS')}`))[1]).toBe('PRODUCT_NOT_PUBLISHED')
  expect((await post('/api/products/status', { ...asked, status: 'published' })).body).toEqual({ changed: 2, left: [] })
})

it('leaves what has changed since it was listed', async () => {
  const listed = async () => {
    const found = await read<{ 'hydra:member': readonly { id: string; version: number; label: string }[] }>(
      '/api/products?pagination=false',
    )
    const rows = found['hydra:member'].filter(({ id }) => [idOf('EOS'), idOf('DRILL')].includes(id))
    return rows.map(({ id, version }) => ({ id, version }))
  }
  const seen = await listed()
  expect(seen).toHaveLength(2)
  await manager.request(`/api/products/${idOf('EOS')}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { brand: 'Canon Europe' },
  })
  const left = [{ id: idOf('EOS'), label: expect.any(String) as string }]
  const products = { listed: seen }
  const change = { type: 'amount', amountCents: 100 }
  const before = await pricesOf('EOS')
  const preview = await post('/api/products/price-preview', { products, change })
  expect(preview.body).toMatchObject({ products: 1, left })
  const { fingerprint } = preview.body as { fingerprint: string }
  const priced = await post('/api/products/prices', { products, change, fingerprint })
  expect(priced.body).toMatchObject({ products: 1, left })
  expect(await pricesOf('EOS')).toEqual(before)
  // The new prices are a new version of the other one.
  expect((await post('/api/products/status', { products, status: 'draft' })).body).toMatchObject({
    changed: 0,
    left: { length: 2 },
  })
  const now = { products: { listed: await listed() } }
  expect((await post('/api/products/status', { ...now, status: 'draft' })).body).toEqual({ changed: 2, left: [] })
  await post('/api/products/status', { products: { ids: [idOf('EOS'), idOf('DRILL')] }, status: 'published' })
  const unknown = [{ id: '019a6410-0000-7000-8000-00000000abcd', version: 1 }]
  expect((await post('/api/products/status', { products: { listed: unknown }, status: 'draft' })).code).toBe(
    'REQUEST_NOT_FOUND',
  )
})

it('exports what the filters let pass, as an import reads it', async () => {
  const response = await manager.request('/api/products.csv?search_product_buyback=iphone&status=published')
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines[0]).toContain('buyer_reference')
  expect(
    lines
      .slice(1)
      .map((line) => line.split(';').find((cell) => cell.startsWith('IP')) ?? '')
      .toSorted(),
  ).toEqual(['IP13', 'IP13M', 'IP14'])
  const seller = await world.api.signIn('store_seller')
  expect((await seller.request('/api/products.csv')).status).toBe(403)
})

describe('a buyer’s own prices', () => {
  let buyer: TestSession
  const patch = async (id: string, json: object, { as = buyer, ifMatch = '*' } = {}) =>
    outcomeOf(
      await as.request(`/api/own-prices/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json', 'if-match': ifMatch },
        json,
      }),
    )
  const listed = async (query = '') => {
    const response = await buyer.request(`/api/own-prices?${query}`)
    const body = (await response.json()) as { 'hydra:member': readonly { readonly buyerReference: string }[] }
    return body['hydra:member'].map(({ buyerReference }) => buyerReference)
  }

  beforeAll(async () => {
    buyer = await world.api.signIn('buyer_manager')
    await world.change(
      `update category set buyer_account_id = $2 where account_id = $1 and identifier = 'telephonie'`,
      world.api.accounts.buyer.id,
    )
    await world.owner.query(`update product set status = 'draft' where id = $1`, [idOf('IP14')])
  })

  it('are those of the products that it buys, by their category or one above', async () => {
    expect((await listed()).toSorted()).toEqual(['IP13', 'IP13M', 'IP14', 'P30', 'S21', 'TOLD'])
    expect(await listed('search=galaxy')).toEqual(['S21'])
    expect(await listed('search=8806090886713')).toEqual(['S21'])
    expect(await listed('search=%25')).toEqual([])
    await world.owner.query(`update product set status = 'archived' where id = $1`, [idOf('IP14')])
    expect(await listed('search=iphone&order[label]=desc')).toEqual(['IP13M', 'IP13'])
  })

  it('are written by the buyer alone, within the bounds, and the history says so', async () => {
    const changed = await patch(idOf('S21'), { prices: { grade_a: 31_000, grade_b: null } })
    expect([changed.status, changed.body['prices']]).toEqual([200, { grade_a: 31_000 }])
    expect((await changesOf(idOf('S21'))).slice(0, 2).toSorted()).toEqual([
      'grade_a 30000>31000 buyer -',
      'grade_b 24000>null buyer -',
    ])
    expect((await patch(idOf('S21'), { prices: { grade_a: 5_000_001 } })).code).toBe('REQUEST_INVALID')
    expect((await patch(idOf('S21'), { label: 'Mine' })).code).toBe('REQUEST_UNKNOWN_FIELD')
    expect((await patch(idOf('S21'), { prices: { grade_a: 1 } }, { ifMatch: '"1"' })).code).toBe(
      'REQUEST_VERSION_CONFLICT',
    )
    expect((await patch(idOf('S21'), { prices: { grade_a: 1 } }, { as: manager })).code).toBe(
      'ACCESS_PERMISSION_MISSING',
    )
  })

  it('are none of a product that another one buys, nor of an archived one', async () => {
    for (const reference of ['EOS', 'IP14'])
      expect((await patch(idOf(reference), { prices: { grade_a: 1 } })).code).toBe('REQUEST_NOT_FOUND')
    expect((await buyer.request(`/api/own-prices/${idOf('EOS')}`)).status).toBe(404)
  })

  it('are those of a buyer’s entity within the account too', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into organization (account_id, id, parent_organization_id, type, common_name)
       select account_id, uuid_v7(), id, 'buyer', 'Rachat maison' from organization
       where account_id = $1 and type = 'root_management_unit' returning id`,
      [world.accountId],
    )
    await world.change(
      `update category set buyer_organization_id = $2, buyer_account_id = null
       where account_id = $1 and identifier = 'smartphones'`,
      rows[0]!.id,
    )
    expect(await listed()).toEqual([])
    await world.owner.query(
      `insert into user_module (account_id, user_id, module, user_type, organization_id)
       select account_id, id, 'lcm', 'buyer_manager', $1 from user_account where email = 'both@retailer.example'`,
      [rows[0]!.id],
    )
    const own = await world.api.signIn('both@retailer.example', { module: 'lcm' })
    expect((await patch(idOf('P30'), { prices: { grade_a: 2 } }, { as: own })).body['prices']).toMatchObject({
      grade_a: 2,
    })
  })
})

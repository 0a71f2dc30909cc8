// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { productOrders, type ListedProductAnswer } from '#sync/calls/product-list.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let admin: TestSession
/** Buyer references by id. */
const references = new Map<string, string>()

const everyPriceButA = { functional: 60_000, grade_b: 90_000, grade_c: 80_000, grade_d: 70_000, grade_e: 5_000 }

beforeAll(async () => {
  world = await createPublicWorld()
  admin = await world.api.signIn('admin')
  for (const [reference, id] of Object.entries(world.products)) references.set(id, reference)
  await add('SCREEN', 'Écran 27', { category: 'vide', prices: {}, row: { brand: null, status: 'draft' } })
  await add('NEW', 'iphone 15', { prices: everyPriceButA, row: { status: 'draft', manufacturer_model: 'A3090' } })
})
afterAll(() => world.close())

async function add(reference: string, label: string, more: Partial<Parameters<PublicWorld['addProduct']>[0]> = {}) {
  const id = await world.addProduct({ reference, label, brand: 'Apple', category: 'smartphones', ...more })
  references.set(id, reference)
  return id
}

interface Listed {
  readonly 'hydra:member': readonly ListedProductAnswer[]
  readonly 'hydra:totalItems'?: number
}

async function read(query = '', session = admin): Promise<Listed> {
  const response = await session.request(`/api/products?${query}`)
  expect(response.status, query).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/ld+json')
  return (await response.json()) as Listed
}

/** References of the products found, in order; all of them are on the page. */
async function listed(query = '', session = admin): Promise<string> {
  const found = await read(query, session)
  expect(found['hydra:totalItems'], query).toBe(found['hydra:member'].length)
  return found['hydra:member'].map(({ id }) => references.get(id)).join(' ')
}

const byLabel = 'DRILL SCREEN EOS S21 IP13 IP13M IP14 NEW P30 WF4 WH5'

describe('the list of products', () => {
  it('is sorted by name without case and accents, whatever the status', async () => {
    expect(await listed()).toBe(byLabel)
    expect(await listed('order[label]=desc')).toBe(byLabel.split(' ').toReversed().join(' '))
  })

  it.each([
    ['brand', 'SCREEN IP13 IP13M IP14 NEW DRILL EOS P30 S21 WF4 WH5'],
    ['status', 'SCREEN NEW DRILL EOS S21 IP13 IP13M IP14 P30 WF4 WH5'],
    ['createdAt', 'IP13 IP13M IP14 S21 P30 WF4 WH5 DRILL EOS SCREEN NEW'],
  ])('is sorted by %s, in both directions', async (field, expected) => {
    expect(await listed(`order[${field}]=asc`)).toBe(expected)
    expect(await listed(`order[${field}]=desc`)).toBe(expected.split(' ').toReversed().join(' '))
  })

  it('has products without a price at the end, whichever the direction', async () => {
    expect(await listed('order[buybackPriceGradeA]=asc')).toBe('WF4 DRILL EOS WH5 S21 IP13 IP13M IP14 P30 SCREEN NEW')
    expect(await listed('order[buybackPriceGradeA]=desc')).toBe('P30 IP14 IP13M IP13 S21 WH5 EOS DRILL WF4 NEW SCREEN')
  })

  it('has those first that bear the very reference or GTIN that is searched, on each page once (I16)', async () => {
    const gtin = '3467820001236'
    for (const [at, reference] of ['XNS 7', 'NS-7-A', 'NS-7-B', 'NS-7', 'A NS-7'].entries())
      await add(reference, `Lot ${at}`, { row: { status: reference === 'A NS-7' ? 'draft' : 'published' } })
    await add('OTHER', `Lot NS-7 ${gtin}`, { row: { gtin: '4006381333931' } })
    await add('BEARER', 'Lot of last', { row: { gtin } })
    const search = (text: string, more = '') => `search_product_buyback=${text}${more}`
    const found = await listed(search('ns-7'))
    expect(found.split(' ')[0]).toBe('NS-7')
    const pages: string[] = []
    for (const page of [1, 2, 3, 4])
      for (const { id } of (await read(search('ns-7', `&itemsPerPage=2&page=${page}`)))['hydra:member'])
        pages.push(references.get(id)!)
    expect(pages.join(' ')).toBe(found)
    expect(await listed(search(gtin))).toMatch(/^BEARER/)
    // A reference of signs alone has no words by which it would be found.
    await add('***', 'Lot of signs', { row: { status: 'published' } })
    expect(await listed(search('***'))).toBe('***')
    // What does not pass the filters is not first either.
    expect(await listed(search('NS-7', '&status=draft'))).toBe('A NS-7')
    expect(await listed(search('NS-7', '&buybackPriceGradeA[gte]=4999999'))).toBe('')
    expect(await listed(search('NS-7', '&order[createdAt]=desc'))).toMatch(/^OTHER/)
    await world.change(`delete from product where account_id = $1 and (label like 'Lot %')`)
  })

  it('is sorted by several fields, the first one first', async () => {
    expect(await listed('order[status]=desc&order[buybackPriceGradeA]=asc')).toBe(
      'WF4 DRILL EOS WH5 S21 IP13 IP13M IP14 P30 SCREEN NEW',
    )
    expect(await listed('order[buybackPriceGradeA]=desc&order[label]=asc')).toBe(
      'S21 IP13 IP13M IP14 P30 WH5 DRILL EOS WF4 SCREEN NEW',
    )
  })

  it.each([
    ['status', 'status=draft', 'SCREEN NEW'],
    ['several statuses', 'status[]=draft&status[]=published', byLabel],
    ['one status twice', 'status[]=draft&status[]=draft', 'SCREEN NEW'],
    ['category', 'category[]=ecouteurs', 'WF4'],
    ['a category above theirs', 'category=telephonie', 'S21 IP13 IP13M IP14 NEW P30'],
    ['several categories', 'category[]=cameras&category[]=audio', 'EOS WF4 WH5'],
    ['a category and the one above it, each once', 'category[]=telephonie&category[]=smartphones&status=draft', 'NEW'],
    ['least price', 'buybackPriceGradeA[gte]=14000', 'S21 IP13 IP13M IP14 P30 WH5'],
    ['highest price', 'buybackPriceGradeA[lte]=10000', 'DRILL EOS WF4'],
    ['both', 'buybackPriceGradeA[gte]=10000&buybackPriceGradeA[lte]=14000', 'DRILL EOS WH5'],
    ['the price of a grade', 'buybackPriceGradeB[gte]=24000', 'S21 IP13 IP13M IP14 NEW P30'],
    ['both prices of a grade', 'buybackPriceGradeB[gte]=24001&buybackPriceGradeB[lte]=90000', 'NEW'],
    ['the functional price', 'buybackPriceFunctional[gte]=60000&buybackPriceFunctional[lte]=60000', 'NEW'],
    ['a functional price beyond', 'buybackPriceFunctional[gte]=60001', ''],
    ['the price of grade C', 'buybackPriceGradeC[gte]=80000&buybackPriceGradeC[lte]=80000', 'NEW'],
    ['a price of grade C beyond', 'buybackPriceGradeC[lte]=79999', ''],
    ['the price of grade D', 'buybackPriceGradeD[gte]=70000&buybackPriceGradeD[lte]=70000', 'NEW'],
    ['a price of grade D beyond', 'buybackPriceGradeD[gte]=70001', ''],
    ['the price of grade E', 'buybackPriceGradeE[gte]=5000&buybackPriceGradeE[lte]=5000', 'NEW'],
    ['a price of grade E beyond', 'buybackPriceGradeE[lte]=4999', ''],
    ['prices of several grades', 'buybackPriceGradeA[lte]=30000&buybackPriceGradeB[gte]=1', 'S21 IP13 IP13M IP14 P30'],
    ['prices of grades that no product has together', 'buybackPriceGradeA[gte]=0&buybackPriceGradeE[gte]=0', ''],
    ['words and the price of a grade', 'search_product_buyback=apple&buybackPriceGradeB[gte]=1', 'IP13 IP13M IP14 NEW'],
    ['category and the price of a grade', 'category=telephonie&buybackPriceGradeB[gte]=25000', 'NEW'],
    ['one price', 'buybackPriceGradeA[gte]=6500&buybackPriceGradeA[lte]=6500', 'WF4'],
    ['words in any order', 'search_product_buyback=13 iphone', 'IP13 IP13M'],
    ['words written together', 'search_product_buyback=IPHONE13', 'IP13 IP13M'],
    ['the beginning of a word', 'search_product_buyback=iph', 'IP13 IP13M IP14 NEW'],
    ['words without accents', 'search_product_buyback=ecran', 'SCREEN'],
    ['brand', 'search_product_buyback=sony', 'WF4 WH5'],
    ['model', 'search_product_buyback=sm-g991b', 'S21'],
    ['model of a draft', 'search_product_buyback=A3090', 'NEW'],
    ['EAN', 'search_product_buyback=8806090886713', 'S21'],
    ['EAN with its leading zeros', 'search_product_buyback=0013803329704', 'EOS'],
    ['reference', 'search_product_buyback=drill', 'DRILL'],
    ['type allocation code', 'search_product_buyback=35987654', 'S21'],
    ['IMEI', 'search_product_buyback=351234560000000', 'IP13'],
    ['words and category', 'search_product_buyback=sony&category=ecouteurs', 'WF4'],
    ['words and price', 'search_product_buyback=apple&buybackPriceGradeA[gte]=1', 'IP13 IP13M IP14'],
    ['all at once', 'search_product_buyback=sony&category=audio&status=published&buybackPriceGradeA[lte]=9000', 'WF4'],
    ['words that nothing has', 'search_product_buyback=qwertz', ''],
    ['signs that are no words', 'search_product_buyback=%25', ''],
    ['a product of the account, but another status', 'search_product_buyback=drill&status=draft', ''],
    ['a category that does not exist', `category=${newId()}`, ''],
  ])('is narrowed by %s (CAT-23)', async (_name, query, expected) => {
    const named = query.replaceAll(/(?<=category(?:\[\])?=)[a-z]+(?=&|$)/g, (name) => world.categories[name] ?? name)
    expect(await listed(named)).toBe(expected)
    // A filter finds the same in every order and without the count.
    const sorted = expected.split(' ').toSorted()
    for (const field of productOrders) {
      const found = await read(`${named}&order[${field}]=desc&partial=true`)
      expect(found).not.toHaveProperty('hydra:totalItems')
      const names = found['hydra:member'].map(({ id }) => references.get(id) ?? id)
      expect(names.length === 0 ? [''] : names.toSorted(), field).toEqual(sorted)
    }
  })

  it('tells what a row shows', async () => {
    const [found] = (await read('search_product_buyback=8806090886713'))['hydra:member']
    expect(found).toEqual({
      id: world.products['S21'],
      version: 1,
      label: 'Galaxy S21',
      brand: 'Samsung',
      model: 'SM-G991B',
      buyerReference: 'S21',
      gtin: '8806090886713',
      categoryId: world.categories['smartphones'],
      categoryName: 'Smartphones',
      status: 'published',
      image: null,
      prices: { grade_a: 30_000, grade_b: 24_000 },
      bestPriceCents: 30_000,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    })
    const drafts = (await read('status=draft'))['hydra:member']
    expect(drafts.map((one) => [one.brand, one.prices, one.bestPriceCents])).toEqual([
      [null, {}, null],
      ['Apple', everyPriceButA, 90_000],
    ])
  })

  it.each([
    ['category=rubbish', 422, 'category'],
    ['category[]=', 422, 'category.0'],
    ['status=sold', 422, 'status'],
    ['search_product_buyback=', 422, 'search_product_buyback'],
    [`search_product_buyback=${'x'.repeat(201)}`, 422, 'search_product_buyback'],
    ['buybackPriceGradeA=5', 422, 'buybackPriceGradeA'],
    ['buybackPriceGradeA[gte]=', 422, 'buybackPriceGradeA.gte'],
    ['buybackPriceGradeA[gte]=-1', 422, 'buybackPriceGradeA.gte'],
    ['buybackPriceGradeA[lte]=12.5', 422, 'buybackPriceGradeA.lte'],
    ['buybackPriceGradeA[lte]=5000001', 422, 'buybackPriceGradeA.lte'],
    ['buybackPriceGradeA[lte]=1&buybackPriceGradeA[lte]=2', 422, 'buybackPriceGradeA.lte'],
    ['buybackPriceGradeA[gte]=2&buybackPriceGradeA[lte]=1', 422, 'buybackPriceGradeA.gte'],
    ['buybackPriceGradeA[gt]=1', 400, 'buybackPriceGradeA.gt'],
    ['buybackPriceGradeE[gte]=2&buybackPriceGradeE[lte]=1', 422, 'buybackPriceGradeE.gte'],
    ['buybackPriceFunctional[lte]=x', 422, 'buybackPriceFunctional.lte'],
    ['buybackPriceGradeF[gte]=1', 400, 'buybackPriceGradeF'],
    ['order[updatedAt]=asc', 400, 'order.updatedAt'],
  ])('refuses ?%s with %i, naming the field', async (query, status, field) => {
    const response = await admin.request(`/api/products?${query}`)
    const body = (await response.json()) as { readonly code: string; readonly field: string }
    const code = status === 400 ? 'REQUEST_UNKNOWN_FIELD' : 'REQUEST_INVALID'
    expect([response.status, body.code, body.field]).toEqual([status, code, field])
  })

  it('takes every limit at its edge', async () => {
    expect(await listed('buybackPriceGradeA[gte]=0&buybackPriceGradeA[lte]=5000000&status=draft')).toBe('')
    expect(await listed(`search_product_buyback=${'x'.repeat(200)}`)).toBe('')
    const many = Array.from({ length: 100 }, () => `category[]=${newId()}`).join('&')
    expect(await listed(many)).toBe('')
    expect((await admin.request(`/api/products?${many}&category[]=${newId()}`)).status).toBe(422)
  })
})

describe('who reads it', () => {
  it.each(userTypes.filter((type) => type !== 'pseudo_anonymous'))(
    '%s: the whole catalog of the account',
    async (type) => {
      expect(await listed('', await world.api.signIn(type))).toBe(byLabel)
    },
  )

  it('is nobody of another account, and no visitor', async () => {
    const other = await world.api.signIn('admin@other.example')
    const [mine] = (await read('search_product_buyback=35987654'))['hydra:member']
    for (const query of ['', 'search_product_buyback=35987654', `category=${mine!.categoryId}`, 'status=draft'])
      expect(await listed(query, other), query).toBe('')
    expect((await world.api.request('/api/products')).status).toBe(401)
    expect((await world.ask('/api/products')).status).toBeOneOf([401, 403])
  })
})

describe('a change of the catalog', () => {
  it('shows in the next answer, with all that is found by it', async () => {
    const id = await add('CAM', 'Alpha 7', { brand: 'Nikon', category: 'cameras', tacs: ['86111111'] })
    const change = (text: string) => world.change(text.replace('$id', `'${id}'`))
    expect(await listed('search_product_buyback=86111111')).toBe('CAM')
    await change(`delete from product_tac where account_id = $1 and product_id = $id`)
    expect(await listed('search_product_buyback=86111111')).toBe('')
    await change(`update product set label = 'Zoom 9', status = 'draft' where account_id = $1 and id = $id`)
    expect(await listed('search_product_buyback=alpha')).toBe('')
    expect(await listed('search_product_buyback=zoom&status=draft')).toBe('CAM')
    expect((await listed()).endsWith('CAM')).toBe(true)
    await change(`update product_price set price_cents = 77 where account_id = $1 and product_id = $id`)
    expect(await listed('buybackPriceGradeA[lte]=77')).toBe('CAM')
    await change(`update product_price set grade = 'grade_b' where account_id = $1 and product_id = $id`)
    expect(await listed('buybackPriceGradeA[lte]=77')).toBe('')
    expect(await listed('buybackPriceGradeB[lte]=77')).toBe('CAM')
    await change(`delete from product_price where account_id = $1 and product_id = $id`)
    expect((await read('search_product_buyback=zoom'))['hydra:member'][0]?.bestPriceCents).toBeNull()
    await change(`delete from product where account_id = $1 and id = $id`)
    expect(await listed('search_product_buyback=zoom')).toBe('')
    expect(await listed()).toBe(byLabel)
  })

  it('moves products with their category', async () => {
    const move = (parent: string) =>
      world.change(
        'update category set parent_category_id = $3 where account_id = $1 and id = $2',
        world.categories['cameras'],
        world.categories[parent] ?? null,
      )
    await move('audio')
    expect(await listed(`category=${world.categories['audio']}`)).toBe('EOS WF4 WH5')
    await move('none')
    expect(await listed(`category=${world.categories['audio']}`)).toBe('WF4 WH5')
  })
})

describe('pages', () => {
  const twins = 350

  beforeAll(async () => {
    await world.change(
      `insert into product (account_id, id, label, brand, main_category_id, status)
       select $1, gen_random_uuid(), 'Zwilling', 'Gemini', $2, (array['draft', 'published'])[1 + n % 2]
       from generate_series(1, $3::int) n`,
      world.categories['vide'],
      twins,
    )
  })

  it.each(productOrders.flatMap((field) => [`${field}]=asc`, `${field}]=desc`]))(
    'show each of many equal products once, in a fixed order: order[%s',
    async (order) => {
      const query = `search_product_buyback=gemini&order[${order}`
      const whole = (await read(`${query}&pagination=false`))['hydra:member'].map(({ id }) => id)
      expect(new Set(whole).size).toBe(twins)
      const pages: string[] = []
      for (let page = 1; page <= 4; page++) {
        const found = await read(`${query}&itemsPerPage=100&page=${page}${page % 2 === 0 ? '&partial=true' : ''}`)
        expect(found['hydra:totalItems']).toBe(page % 2 === 0 ? undefined : twins)
        pages.push(...found['hydra:member'].map(({ id }) => id))
      }
      expect(pages).toEqual(whole)
    },
  )

  it('read along the statuses and categories show the same as the whole list', async () => {
    const filter = `category[]=${world.categories['vide']}&category[]=${world.categories['smartphones']}`
    for (const field of productOrders) {
      const whole = (await read(`${filter}&order[${field}]=asc&pagination=false`))['hydra:member'].map(({ id }) => id)
      expect(whole.length).toBe(twins + 7)
      for (const page of [1, 2, 8]) {
        const found = await read(`${filter}&order[${field}]=asc&itemsPerPage=50&page=${page}`)
        expect(found['hydra:member'].map(({ id }) => id)).toEqual(whole.slice((page - 1) * 50, page * 50))
        expect(found['hydra:totalItems']).toBe(twins + 7)
      }
    }
  })
})

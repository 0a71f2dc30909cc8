import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { insertRows } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import type { PublicProducts } from '#sync/calls/public-catalog.ts'
import { accountRow } from '#tests/support/factories.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: PublicWorld

beforeAll(async () => {
  world = await createPublicWorld()
  await world.owner.query(
    `update organization_root_detail set enabled_premium_features = '{imei_search_and_collect}' where account_id = $1`,
    [world.accountId],
  )
})
afterAll(() => world.close())

const search = ({ query, ...rest }: Readonly<Record<string, string>>) =>
  world.read<PublicProducts & { readonly code?: string }>(
    `/api/public/products?${new URLSearchParams({ ...rest, ...(query !== undefined && { search_product_buyback: query }) })}`,
  )
/** An IMEI with that type allocation code and a right check digit. */
const imeiOf = (tac: string): string => `${tac}000000${luhnDigit(`${tac}000000`)}`
const labels = (found: PublicProducts) => found['hydra:member'].map(({ label }) => label)

describe('a search for words', () => {
  it.each([
    ['iphone13', ['iPhone 13', 'iPhone 13 mini']],
    ['iPhone 13', ['iPhone 13', 'iPhone 13 mini']],
    ['IPHONE', ['iPhone 13', 'iPhone 14', 'iPhone 13 mini']],
    ['13 iphone mini', ['iPhone 13 mini']],
    ["l'iphone 13", ['iPhone 13', 'iPhone 13 mini']],
    ['L’iPhone', ['iPhone 13', 'iPhone 14', 'iPhone 13 mini']],
    ['iph', ['iPhone 13', 'iPhone 14', 'iPhone 13 mini']],
    ['galaxy s2', ['Galaxy S21']],
    ['wh1000xm5', ['WH-1000XM5']],
    ['wh 1000 xm 5', ['WH-1000XM5']],
    // French: accents, plurals, and the category's name beside the brand's.
    ['écouteur', ['WF-1000XM4']],
    ['ecouteurs sony', ['WF-1000XM4']],
    ['téléphone samsung', ['Galaxy S21']],
    // German: umlaut and its absence, singular and plural.
    ['Kopfhörer', ['WH-1000XM5']],
    ['kopfhorer', ['WH-1000XM5']],
    ['kopfhörern', ['WH-1000XM5']],
    // Dutch: the singular of boormachines.
    ['boormachine', ['Accuboor GSR 18']],
    // English: the singular of cameras.
    ['camera canon', ['EOS R6']],
  ])('«%s» finds %j', async (query, expected) => {
    const found = await search({ query })
    expect(labels(found)).toEqual(expected)
    expect(found.correctedQuery).toBeNull()
  })

  it.each(['😀', '???', '--'])('«%s» has no word and finds nothing, not everything', async (query) => {
    const found = await search({ query })
    expect([found['hydra:totalItems'], labels(found), found.facets.brands]).toEqual([0, [], []])
  })

  it.each([
    ['samsng', ['Galaxy S21'], 'samsung'],
    ['iphnoe 14', ['iPhone 14'], 'iphone 14'],
    ['huwei', ['P30 Pro'], 'huawei'],
    ['gallaxi', ['Galaxy S21'], 'galaxy'],
    ['boormachien bosch', ['Accuboor GSR 18'], 'boormachines bosch'],
    ['vendre samsung', ['Galaxy S21'], 'samsung'],
  ])('«%s» is mended and finds %j', async (query, expected, corrected) => {
    const found = await search({ query })
    expect([labels(found), found.correctedQuery]).toEqual([expected, corrected])
  })

  it.each(['qwertzuiop', 'iphone 99', 'xyz'])('«%s» finds nothing', async (query) => {
    const found = await search({ query })
    expect([found['hydra:totalItems'], found.correctedQuery]).toEqual([0, null])
  })

  it.each(["'; drop table product; --", '%', '_', "l'iphone 13", 'iphone & !13 | (', '\\', ':*', '🦄'])(
    'takes «%s» as it is',
    async (query) => {
      expect(
        (await world.ask(`/api/public/products?${new URLSearchParams({ search_product_buyback: query })}`)).status,
      ).toBe(200)
    },
  )
})

describe('a search that ends with a number', () => {
  const sizes = ['iPhone 13 128 Go', 'iPhone 14 128 Go'] as const

  it('finds the model of that number, and says how many have numbers that begin like it', async () => {
    const labelled = (reference: string, label: string) =>
      world.addProduct({ reference, label, brand: 'Apple', category: 'smartphones' })
    const added = await Promise.all([
      labelled('I12', 'iPhone 12'),
      ...sizes.map((label, at) => labelled(`S${at}`, label)),
    ])
    const found = await search({ query: 'iphone 12' })
    expect([labels(found), found['hydra:totalItems'], found.others]).toEqual([['iPhone 12'], 1, 2])
    const wide = await search({ query: 'iphone 12', wide: 'true' })
    expect([labels(wide), wide.others]).toEqual([['iPhone 12', ...sizes], 0])
    expect((await search({ query: "l'iphone 12" })).others).toBe(2)
    await world.owner.query('delete from product where account_id = $1 and id = any ($2)', [world.accountId, added])
    const begun = await search({ query: 'iphone 1' })
    expect([labels(begun).length, begun.others]).toEqual([3, 0])
  })
})

describe('a search for a code', () => {
  it.each([
    ['A2633', ['iPhone 13']],
    ['SM-G991B', ['Galaxy S21']],
    ['smg991b', ['Galaxy S21']],
    ['8806090886713', ['Galaxy S21']],
    ['0013803329704', ['EOS R6']],
    ['013803329704', ['EOS R6']],
    ['35123456', ['iPhone 13']],
    ['01356700', ['iPhone 14']],
    // A whole IMEI, typed where words are searched.
    ['013567000000003', ['iPhone 14']],
    ['01-356700-000000-3', ['iPhone 14']],
    ['01 356700 000000 3', ['iPhone 14']],
    ['IP13', ['iPhone 13']],
  ])('%s finds exactly %j', async (query, expected) => {
    expect(labels(await search({ query }))).toEqual(expected)
  })

  it('an IMEI where words are searched takes the premium feature, with every call', async () => {
    const typed = { query: '013567000000003' }
    await world.features()
    expect(labels(await search(typed))).toEqual([])
    expect(labels(await search({ query: '01356700' }))).toEqual(['iPhone 14'])
    await world.features('imei_search_and_collect')
    expect(labels(await search(typed))).toEqual(['iPhone 14'])
  })

  it.each(['8806090886714', '35123457', 'SM-G991C', 'A2634'])('%s, one character off, finds nothing', async (query) => {
    expect(labels(await search({ query }))).toEqual([])
  })
})

describe('a search by IMEI', () => {
  const right = imeiOf('35123456')
  const wrong = right.slice(0, 14) + ((Number(right[14]) + 1) % 10)

  it('finds the model of its type allocation code', async () => {
    const found = await search({ imei: right })
    expect(labels(found)).toEqual(['iPhone 13'])
    expect(found.imei).toEqual({ tac: '35123456', doubts: [] })
  })

  it('finds one that begins with zero', async () => {
    expect(labels(await search({ imei: '013567000000003' }))).toEqual(['iPhone 14'])
  })

  it('warns of a wrong check digit and of an unknown model, and refuses neither', async () => {
    expect((await search({ imei: wrong })).imei?.doubts).toEqual(['IMEI_CHECK_DIGIT'])
    expect((await search({ imei: '111111110000001' })).imei?.doubts).toContain('IMEI_TAC_UNKNOWN')
  })

  it('knows a model that the other filters leave out, and none of a draft', async () => {
    const filtered = await search({ imei: right, 'brand[]': 'Samsung' })
    expect([labels(filtered), filtered.imei?.doubts]).toEqual([[], []])
    const draft = { reference: 'NEXT', label: 'Next', brand: 'Nobody', category: 'smartphones', tacs: ['86999999'] }
    await world.addProduct({ ...draft, row: { status: 'draft' } })
    expect((await search({ imei: imeiOf('86999999') })).imei?.doubts).toEqual(['IMEI_TAC_UNKNOWN'])
  })

  it('says nothing of models where the account knows none', async () => {
    await world.change('create temporary table known as select * from product_tac where account_id = $1')
    await world.change('delete from product_tac where account_id = $1')
    const found = await search({ imei: right })
    await world.change('insert into product_tac select * from known where account_id = $1')
    expect([labels(found), found.imei?.doubts]).toEqual([[], []])
    expect(labels(await search({ imei: right }))).toEqual(['iPhone 13'])
  })

  it.each(['35123456000000', '351234560000000000', '35-123456-000000-4', '35123456000000a', ''])(
    '«%s» is refused as malformed',
    async (imei) => {
      const response = await world.ask(`/api/public/products?imei=${imei}`)
      expect([response.status, await response.json()]).toMatchObject([422, { code: 'IMEI_MALFORMED', field: 'imei' }])
    },
  )
})

describe('results', () => {
  it('come 40 a page unless asked otherwise, and every page once (PUB-07)', { tags: ['slow'] }, async () => {
    for (let at = 0; at < 45; at++)
      await world.addProduct({ reference: `R${at}`, label: `Reflex ${at}`, brand: 'Zenit', category: 'cameras' })
    const first = await search({ query: 'zenit' })
    const second = await search({ query: 'zenit', page: '2' })
    expect([first['hydra:member'].length, second['hydra:member'].length, first['hydra:totalItems']]).toEqual([
      40, 5, 45,
    ])
    expect(new Set([...labels(first), ...labels(second)]).size).toBe(45)
    for (let at = 45; at < 105; at++)
      await world.addProduct({ reference: `R${at}`, label: `Reflex ${at}`, brand: 'Zenit', category: 'cameras' })
    const unpaged = await search({ query: 'zenit', pagination: 'false' })
    expect([unpaged['hydra:member'].length, unpaged['hydra:totalItems']]).toEqual([100, 105])
    expect((await search({ query: 'zenit', itemsPerPage: '3', partial: 'true' }))['hydra:totalItems']).toBeUndefined()
  })

  it('are narrowed by brand and category, each facet counted with the other filters standing', async () => {
    const { smartphones, telephonie } = world.categories
    const phones = await search({ category: telephonie!, 'brand[]': 'Apple' })
    expect(phones['hydra:totalItems']).toBe(3)
    expect(phones.facets.brands).toEqual([
      { value: 'Apple', count: 3 },
      { value: 'Huawei', count: 1 },
      { value: 'Samsung', count: 1 },
    ])
    expect(phones.facets.categories).toEqual([{ id: smartphones, name: 'Smartphones', slug: 'smartphones', count: 3 }])
    const sony = await search({ query: 'sony', category: world.categories['ecouteurs']! })
    expect(sony['hydra:totalItems']).toBe(1)
    expect(sony.facets.categories.map(({ slug, count }) => [slug, count])).toEqual([
      ['ecouteurs', 1],
      ['kopfhoerer', 1],
    ])
  })

  it('are sorted by price and label where that is asked for', async () => {
    const byPrice = await search({ query: 'sony', 'order[price]': 'desc' })
    expect(byPrice['hydra:member'].map(({ bestPriceCents }) => bestPriceCents)).toEqual([14_000, 6_500])
    expect(labels(await search({ query: 'iphone', 'order[price]': 'asc', 'order[label]': 'desc' }))).toEqual([
      'iPhone 14',
      'iPhone 13 mini',
      'iPhone 13',
    ])
  })

  it('show what a list needs of each product', async () => {
    const found = await search({ query: 'A2633' })
    expect(found['hydra:member']).toEqual([
      {
        id: world.products['IP13'],
        slug: 'apple-iphone-13',
        label: 'iPhone 13',
        brand: 'Apple',
        model: 'A2633',
        categoryId: world.categories['smartphones'],
        categoryName: 'Smartphones',
        image: null,
        bestPriceCents: 30_000,
      },
    ])
  })
})

describe('the search follows the catalog', () => {
  const total = async (query: string) => (await search({ query }))['hydra:totalItems']
  const change = (text: string, ...values: unknown[]) => world.owner.query(text, [world.accountId, ...values])

  it('in the transaction that changes it, and not before', async () => {
    const id = await world.addProduct({ reference: 'PX', label: 'Pixel 8', brand: 'Google', category: 'smartphones' })
    expect(await total('pixel 8')).toBe(1)
    await world.owner.query('begin')
    await change(`update product set status = 'draft' where account_id = $1 and id = $2`, id)
    expect(await total('pixel 8')).toBe(1)
    await world.owner.query('commit')
    expect(await total('pixel 8')).toBe(0)
    await change(`update product set status = 'published', label = 'Pixel 9' where account_id = $1 and id = $2`, id)
    expect([await total('pixel 8'), await total('pixel 9')]).toEqual([0, 1])
    await change(`update product_price set price_cents = 77700 where account_id = $1 and product_id = $2`, id)
    expect((await search({ query: 'pixel 9' }))['hydra:member'][0]?.bestPriceCents).toBe(77_700)
    await change(`insert into product_tac (account_id, tac, product_id) values ($1, '35777777', $2)`, id)
    expect(await total('35777777')).toBe(1)
    await change(`update product_tac set tac = '35888888' where account_id = $1 and product_id = $2`, id)
    expect([await total('35777777'), await total('35888888')]).toEqual([0, 1])
    await change(`delete from product where account_id = $1 and id = $2`, id)
    expect(await total('pixel')).toBe(0)
  })

  it('by the names of its categories, secondary ones too', async () => {
    const id = await world.addProduct({ reference: 'TAB', label: 'Ardoise', brand: 'Nova', category: 'cameras' })
    await change(
      `insert into product_category (account_id, product_id, category_id) values ($1, $2, $3)`,
      id,
      [world.categories['vide']][0],
    )
    await change(`update category set name = 'Tablettes' where account_id = $1 and id = $2`, world.categories['vide'])
    expect(labels(await search({ query: 'tablette' }))).toEqual(['Ardoise'])
    expect((await search({ category: world.categories['vide']! }))['hydra:totalItems']).toBe(1)
    await change(`delete from product_category where account_id = $1 and product_id = $2`, id)
    expect(await total('tablette')).toBe(0)
  })

  it('and two changes of one product at once leave what both have said', async () => {
    const id = await world.addProduct({ reference: 'TWO', label: 'Duo', brand: 'Nova', category: 'cameras' })
    const other = await world.api.db.pool.connect()
    await other.query(`begin; set local app.account_id = '${world.accountId}'`)
    await other.query(`update product_price set price_cents = 999 where product_id = '${id}'`)
    const second = change(`insert into product_tac (account_id, tac, product_id) values ($1, '35999999', $2)`, id)
    await other.query('commit')
    other.release()
    await second
    const [found] = (await search({ query: '35999999' }))['hydra:member']
    expect(found).toMatchObject({ label: 'Duo', bestPriceCents: 999 })
  })

  it('within the account: another’s products are found by nobody else', async () => {
    const { id } = world.api.accounts.other
    const categoryId = newId()
    await world.owner.query(
      `insert into category (account_id, id, identifier, name) values ($1, $2, 'secret', 'Secret')`,
      [id, categoryId],
    )
    await world.owner.query(
      `insert into product (account_id, id, label, brand, main_category_id, status, gtin)
       values ($1, $2, 'Licorne', 'Mythe', $3, 'published', '4006381333931')`,
      [id, newId(), categoryId],
    )
    for (const query of ['licorne', 'licrone', '4006381333931', 'secret']) expect(await total(query)).toBe(0)
    expect((await search({ category: categoryId }))['hydra:totalItems']).toBe(0)
    const token = await visitorToken(world.api, 'https://other.example/')
    const found = await world.api.request('/api/public/products?search_product_buyback=licrone', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(labels((await found.json()) as PublicProducts)).toEqual(['Licorne'])
  })

  it('within the account: another whose words stand under the same key of the index is found by nobody else', async () => {
    const id = `${newId().slice(0, -6)}${world.accountId.slice(-6)}`
    const categoryId = newId()
    await insertRows(world.owner, 'account', [accountRow({ id, name: 'Alike', is_retailer: true, host: null })])
    await world.owner.query(
      `insert into category (account_id, id, identifier, name) values ($1, $2, 'alike', 'Pareil')`,
      [id, categoryId],
    )
    await world.owner.query(
      `insert into product (account_id, id, label, brand, main_category_id, status, gtin)
       values ($1, $2, 'Griffon', 'Apple', $3, 'published', '4006381333948')`,
      [id, newId(), categoryId],
    )
    const before = await search({ query: 'apple' })
    expect(labels(before)).not.toContain('Griffon')
    expect(before.facets.brands).toEqual([{ value: 'Apple', count: before['hydra:totalItems'] }])
    for (const query of ['griffon', '4006381333948', 'pareil']) expect(await total(query)).toBe(0)
  })

  it('and counts a product under the brand and category that it has now, or under no brand', async () => {
    const id = await world.addProduct({ reference: 'FAC', label: 'Facette', brand: 'Nova', category: 'cameras' })
    const facets = async () => {
      const found = (await search({ query: 'facette' })).facets
      return [found.brands, found.categories.map(({ slug, count }) => [slug, count])]
    }
    expect(await facets()).toEqual([[{ value: 'Nova', count: 1 }], [['cameras', 1]]])
    await change(`update product set brand = 'Zenith' where account_id = $1 and id = $2`, id)
    expect(await facets()).toEqual([[{ value: 'Zenith', count: 1 }], [['cameras', 1]]])
    expect((await search({ query: 'facette', 'brand[]': 'Nova' }))['hydra:totalItems']).toBe(0)
    await change(
      `update product set brand = null, main_category_id = $3 where account_id = $1 and id = $2`,
      id,
      world.categories['vide'],
    )
    expect(await facets()).toEqual([[], [['vide', 1]]])
    const second = await world.addProduct({ reference: 'FA2', label: 'Facette', brand: 'Nova', category: 'vide' })
    await change(`update product set brand = null where account_id = $1 and id = $2`, second)
    expect(await facets()).toEqual([[], [['vide', 2]]])
    await change(`delete from product where account_id = $1 and id in ($2, $3)`, id, second)
    expect(await facets()).toEqual([[], []])
  })
})

import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { inAccount } from '#api/db/in-account.ts'
import { filterBuybacks } from '#api/features/buyback/list/buyback-filter.ts'
import type { Modifier } from '#domain/buyback/modifiers.ts'
import type { PriceImpact } from '#domain/catalog/price-impact.ts'
import type { ListedBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { changeBuyback } from '#tests/support/buyback-rows.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import {
  connectAsOwner,
  createAccount,
  createItems,
  furnishRetailer,
  ids,
  type TestAccount,
  type TestItem,
} from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let retailer: TestAccount
let admin: TestSession
/** An account of so many buybacks that only indexes find one at once. */
let many: TestAccount
/** Far ahead, since the database ends sessions by a clock of its own. */
const now = new Date('2126-11-21T12:00:00Z')
const [otherCategoryId, otherProductId, otherCircuitId, customerId, buyerOrganizationId] = ids(5)
/** In order: of the north store, of the south store with everything different, on the web without a store. */
let north: TestItem
let south: TestItem
let web: TestItem

beforeAll(async () => {
  api = await createTestApi({ now: () => now })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  retailer = await furnishRetailer(owner, api.accounts.retailer)
  await furnish()
  ;[north, south, web] = (await createItems(owner, retailer, 3)) as [TestItem, TestItem, TestItem]
  await changeBuyback(owner, north, { created_at: '2126-11-20T10:00:00Z' })
  await changeBuyback(owner, south, {
    created_at: '2126-11-10T10:00:00.123456Z',
    status: 'bb_completed',
    settled_at: '2126-11-15T10:00:00Z',
    delivery_status: 'DELIVERY_DELIVERED',
    store_id: api.accounts.retailer.southStoreId,
    buyer_account_id: api.accounts.buyer.id,
    buyer_organization_id: buyerOrganizationId,
    category_id: otherCategoryId,
    circuit_id: otherCircuitId,
    product_id: otherProductId,
    customer_id: customerId,
    external_code: '=EXT-7',
    declared_price_cents: 12_345,
    validated_price_cents: 12_345,
  })
  await owner.query(
    `update item set imei = '356938035643809', serial_number = 'sn-88', destination_warehouse_id = $2 where id = $1`,
    [south.id, retailer.otherWarehouseId],
  )
  // Midnight has passed in Paris, where the account lives, and not in UTC.
  await changeBuyback(owner, web, { created_at: '2126-11-14T23:30:00Z', store_id: null })
  many = await createAccount(owner, 'Somebody large')
  await createItems(owner, many, 2000)
  await owner.query('analyze buyback, item')
  const other = await createAccount(owner, 'Somebody else')
  await createItems(owner, other, 2)
  admin = await api.signIn('admin')
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function furnish(): Promise<void> {
  const account_id = retailer.id
  const add = (table: string, row: Row) => insertRows(owner, table, [{ account_id, ...row }])
  await add('category', { id: otherCategoryId, name: 'Tablets', identifier: 'tablets', version: 1, created_at: now })
  await owner.query(
    `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Écran 11 bleu', 'Märke', $3)`,
    [account_id, otherProductId, otherCategoryId],
  )
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Post')`, [
    account_id,
    otherCircuitId,
  ])
  await owner.query(`insert into customer (account_id, id, first_name, last_name) values ($1, $2, 'Zoé', 'Lefèvre')`, [
    account_id,
    customerId,
  ])
  await owner.query(
    `insert into organization (account_id, id, type, common_name, module_type, buyer_account_id)
     values ($1, $2, 'buyer', 'Reprise Pro', 'lcm', $3)`,
    [account_id, buyerOrganizationId, api.accounts.buyer.id],
  )
}

interface Listed<Member> {
  readonly 'hydra:member': readonly Member[]
  readonly 'hydra:totalItems'?: number
}

async function read<Member = ListedBuybackAnswer>(session: TestSession, path: string): Promise<Listed<Member>> {
  const response = await session.request(path)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/ld+json')
  return (await response.json()) as Listed<Member>
}

async function listed(session: TestSession, query = ''): Promise<string[]> {
  const found = await read(session, `/api/buybacks?${query}`)
  expect(found['hydra:totalItems'], query).toBe(found['hydra:member'].length)
  return found['hydra:member'].map(({ id }) => id)
}

const of = (...items: readonly TestItem[]) => items.map(({ buybackId }) => buybackId)

describe('the list of buybacks', () => {
  it('is sorted by creation, the latest first, and by what the caller asks for', async () => {
    expect(await listed(admin)).toEqual(of(north, web, south))
    expect(await listed(admin, 'order[createdAt]=asc')).toEqual(of(south, web, north))
    expect((await listed(admin, 'order[product]=desc'))[0]).toBe(south.buybackId)
    expect((await listed(admin, 'order[client]=asc'))[0]).toBe(south.buybackId)
    expect((await listed(admin, 'order[status]=asc'))[0]).toBe(south.buybackId)
    expect((await listed(admin, 'order[promisedPaymentOn]=asc')).length).toBe(3)
    expect((await listed(admin, 'order[identificationNumber]=asc'))[0]).toBe(
      [north, south, web].toSorted((a, b) => a.buybackCode.localeCompare(b.buybackCode))[0]?.buybackId,
    )
    expect((await admin.request('/api/buybacks?order[secret]=asc')).status).toBe(400)
  })

  it('is sorted by the price that it shows: what is paid, or else what the contract promises', async () => {
    const declared = (source: Modifier['source'], impact: PriceImpact) =>
      JSON.stringify({ modifiers: [{ source, label: source, impact }] })
    const bonus = declared('payment_mode', { type: 'percentage', percent: 50, capCents: 2_500 })
    const fee = declared('shipping_method', { type: 'amount', amountCents: -9_000 })
    await changeBuyback(owner, north, { declared_price_cents: 10_000, declaration: bonus })
    await changeBuyback(owner, web, { declared_price_cents: 12_000, declaration: fee })
    const [first] = (await read(admin, '/api/buybacks?order[price]=desc'))['hydra:member']
    expect(await listed(admin, 'order[price]=desc')).toEqual(of(north, south, web))
    expect(await listed(admin, 'order[price]=asc')).toEqual(of(web, south, north))
    expect(first).toMatchObject({ declaredPriceCents: 10_000, totalPriceCents: 12_500, paidPriceCents: null })
    await owner.query(`update item set facts = '{"validated": {"paymentCents": 1}}' where id = $1`, [south.id])
    expect(await listed(admin, 'order[price]=asc')).toEqual(of(south, web, north))
    await owner.query(`update item set facts = null where id = $1`, [south.id])
  })

  it.each([
    ['category', () => `category[]=${otherCategoryId}`],
    ['circuit', () => `circuit=${otherCircuitId}`],
    ['client, without accents and in any order', () => 'clientName=lefevre zoe'],
    ['status', () => 'status[]=bb_completed&status[]=bb_cancelled'],
    ['delivery status', () => 'deliveryStatus=DELIVERY_DELIVERED'],
    ['store', () => `store=${api.accounts.retailer.southStoreId}`],
    ['buyer', () => `buyer[]=${buyerOrganizationId}`],
    ['product', () => 'productName=ecran bleu'],
    ['brand', () => `brand[]=${encodeURIComponent('Märke')}`],
    ['the last day of a period', () => 'createdTo=2126-11-10'],
    ['number of the buyback', () => `code=${south.buybackCode}`],
    ['code of the item', () => `code=${south.code}`],
    ['IMEI', () => 'code=356938035643809'],
    ['beginning of the IMEI', () => 'code=3569380'],
    ['serial number', () => 'code=SN-8'],
    ['beginning of the IMEI, as long as a code', () => 'code=35693803'],
    ['external code', () => `code=${encodeURIComponent('=EXT')}`],
  ])('is narrowed by %s (BB-02)', async (_name, query) => {
    expect(await listed(admin, query())).toEqual(of(south))
  })

  it.each([
    ['2000000000015', 5],
    ['356938035643809', 5],
    ['3569380', 5],
    ['99999999999999', 5],
    ['SN-8', 1],
  ])('looks %s up in the indexes of codes, however many buybacks there are', async (code, indexes) => {
    const plan = await inAccount(api.db, many.id, async (tx) => {
      const found = sql`select b.id from buyback b where ${filterBuybacks(many.id, { code })}`
      const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${found}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const byCode = /Index Cond: .*\b(?:identification_number|external_code|imei|serial_key) (?:=|~>=~|>=) /g
    expect(plan.match(byCode)?.length, plan).toBeGreaterThanOrEqual(indexes)
  })

  it('takes days as the account lives them, and signs of patterns as what they are', async () => {
    expect(await listed(admin, 'createdFrom=2126-11-15&createdTo=2126-11-15')).toEqual(of(web))
    expect(await listed(admin, 'createdTo=2126-11-14')).toEqual(of(south))
    expect(await listed(admin, 'clientName=%25')).toEqual([])
    expect(await listed(admin, 'productName=_')).toEqual([])
    expect(await listed(admin, 'code=%25')).toEqual([])
    expect((await admin.request('/api/buybacks?status=unknown')).status).toBe(422)
  })

  it('tells what a row shows (BB-07)', async () => {
    const [found] = (await read(admin, '/api/buybacks?status=bb_completed'))['hydra:member']
    expect(found).toMatchObject({
      identificationNumber: south.buybackCode,
      externalCode: '=EXT-7',
      status: 'bb_completed',
      deliveryStatus: 'DELIVERY_DELIVERED',
      paymentStatus: 'payment_created',
      itemId: south.id,
      itemStatus: 'item_in_transit',
      imei: '356938035643809',
      circuitName: 'Post',
      circuitType: 'web_post',
      categoryName: 'Tablets',
      brand: 'Märke',
      productLabel: 'Écran 11 bleu',
      clientFirstName: 'Zoé',
      clientLastName: 'Lefèvre',
      storeName: 'South store',
      buyerName: 'Reprise Pro',
      warehouseName: 'Second workshop',
      declaredPriceCents: 12_345,
      paidPriceCents: 12_345,
      createdAt: '2126-11-10T10:00:00.123Z',
    })
  })

  it('comes in pages, whose count a caller can do without', async () => {
    const page = await read(admin, '/api/buybacks?itemsPerPage=1&page=2')
    expect(page['hydra:member'].map(({ id }) => id)).toEqual(of(web))
    expect(page['hydra:totalItems']).toBe(3)
    expect(await read(admin, '/api/buybacks?itemsPerPage=1&partial=true')).not.toHaveProperty('hydra:totalItems')
  })
})

describe('the scope of the list', () => {
  it.each([
    ['admin', () => of(north, web, south)],
    ['super_admin', () => of(north, web, south)],
    ['root_management_unit_manager', () => of(north, web, south)],
    ['root_management_unit_analyst', () => of(north, web, south)],
    ['management_unit_manager', () => of(north)],
    ['management_unit_analyst', () => of(north)],
    ['store_manager', () => of(north)],
    ['store_seller', () => of(north)],
    ['south@retailer.example', () => of(south)],
    ['buyer_manager', () => of(south)],
    ['warehouse_manager', () => of(north, web)],
    ['warehouse_operator', () => of(north, web)],
    ['admin@other.example', () => []],
  ])('of %s is what the matrix says', async (who, expected) => {
    const session = await api.signIn(who)
    expect(await listed(session)).toEqual(expected())
    const total = (await read(session, '/api/buybacks?pagination=false'))['hydra:totalItems']
    expect(total).toBe(expected().length)
  })

  it('shows a warehouse what stands in it, wherever it is bound for', async () => {
    const stockId = retailer.stocks.in_quarantine
    await owner.query(`update item set status = 'item_in_quarantine', warehouse_id = $2, stock_id = $3 where id = $1`, [
      south.id,
      retailer.warehouseId,
      stockId,
    ])
    expect(await listed(await api.signIn('warehouse_operator'))).toEqual(of(north, web, south))
    await owner.query(
      `update item set status = 'item_in_transit', warehouse_id = null, stock_id = null where id = $1`,
      [south.id],
    )
  })

  it('refuses visitors, and filters that a user may not use (BB-03)', async () => {
    expect((await api.request('/api/buybacks')).status).toBe(401)
    const seller = await api.signIn('store_seller')
    const { northStoreId } = api.accounts.retailer
    for (const path of ['/api/buybacks', '/api/buybacks/predeclared'])
      expect((await seller.request(`${path}?store=${northStoreId}`)).status, path).toBe(403)
    expect((await seller.request(`/api/buybacks?buyer=${buyerOrganizationId}`)).status).toBe(403)
    const analyst = await api.signIn('management_unit_analyst')
    expect(await listed(analyst, `store=${northStoreId}&buyer=${buyerOrganizationId}`)).toEqual([])
    expect(await listed(analyst, `store=${api.accounts.retailer.southStoreId}`)).toEqual([])
  })

  it('offers filters as far as it reaches', async () => {
    const choices = async (who: string) =>
      (await (await api.signIn(who)).request('/api/buybacks/filters')).json() as Promise<
        Record<'categories' | 'circuits' | 'stores' | 'buyers', { name: string }[]> & { brands: string[] }
      >
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
    const all = await choices('admin')
    expect(names(all.categories)).toEqual(['Phones', 'Tablets'])
    expect(names(all.circuits)).toEqual(['Drop', 'Post'])
    expect(names(all.stores)).toEqual(['North store', 'South store'])
    expect(names(all.buyers)).toEqual(['Reprise Pro'])
    expect(all.brands).toEqual(['Brand', 'Märke'])
    expect(names((await choices('management_unit_manager')).stores)).toEqual(['North store'])
    const seller = await choices('store_seller')
    expect([seller.stores, seller.buyers]).toEqual([[], []])
  })
})

describe('the export', () => {
  const csv = async (session: TestSession, query = '', headers: Record<string, string> = {}) => {
    const response = await session.request(`/api/buybacks.csv?${query}`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { mark: Array.from(bytes.subarray(0, 3)), lines: new TextDecoder().decode(bytes).split('\r\n').slice(0, -1) }
  }

  it('speaks the language of its caller, and lets no cell become a formula', async () => {
    const french = await csv(admin, 'status=bb_completed')
    expect(french.mark).toEqual([0xef, 0xbb, 0xbf])
    expect(french.lines).toHaveLength(2)
    expect(french.lines[0]).toMatch(/^Code de reprise;Code externe;Créée le;Statut;/)
    const cells = french.lines[1]!.split(';')
    expect(cells.slice(0, 5)).toEqual([
      `"=""${south.buybackCode}"""`,
      `'=EXT-7`,
      '2126-11-10 11:00',
      'Validée',
      'En transit',
    ])
    expect(cells).toContain('123,45')
    const english = await csv(admin, 'status=bb_completed', { 'accept-language': 'en-GB' })
    expect(english.lines[0]).toMatch(/^Buyback code,External code,Created on,Status,/)
    expect(english.lines[1]).toContain('123.45')
    const dutch = await csv(admin, 'language=nl-BE&status=bb_completed', { 'accept-language': 'en-GB' })
    expect(dutch.lines[0]).toMatch(/^Inruilcode;/)
  })

  it('names as paid what was paid, and no price of a payment that is on its way', async () => {
    const paid = async () => {
      const { lines } = await csv(admin, 'language=en-GB&status=bb_completed')
      const [head, row] = lines.map((line) => line.split(','))
      return [head!.indexOf('Paid price'), row![head!.indexOf('Paid price')]]
    }
    const [column, before] = await paid()
    expect([column === -1, before]).toEqual([false, ''])
    await changeBuyback(owner, south, { payment_status: 'payment_initiated' })
    expect((await paid())[1]).toBe('')
    await changeBuyback(owner, south, { payment_status: 'payment_completed' })
    expect((await paid())[1]).toBe('123.45')
  })

  it('keeps to scope, filters and permission (BB-04)', async () => {
    expect((await csv(await api.signIn('buyer_manager'))).lines).toHaveLength(2)
    expect((await csv(admin, 'clientName=nobody')).lines).toHaveLength(1)
    for (const who of ['store_manager', 'management_unit_manager', 'warehouse_manager'])
      expect((await (await api.signIn(who)).request('/api/buybacks.csv')).status, who).toBe(403)
  })

  it(
    'brings two thousand rows in order, each once, though many are of the same moment',
    { tags: ['slow'] },
    async () => {
      const items = await createItems(owner, retailer, 2_000)
      await owner.query(
        `update buyback set created_at = '2126-10-01T00:00:00.000001Z'::timestamptz + (n / 7) * interval '1 microsecond'
       from (select id, row_number() over (order by id)::int as n from buyback where id = any ($1::uuid[])) x
       where buyback.id = x.id`,
        [items.map(({ buybackId }) => buybackId)],
      )
      const { lines } = await csv(admin, 'createdTo=2126-10-31')
      // A spreadsheet is told that the digits are text.
      const codes = lines.slice(1).map((line) => line.split(';')[0]?.replaceAll(/[="]/g, ''))
      const { rows } = await owner.query<{ code: string }>(
        `select identification_number as code from buyback where id = any ($1::uuid[]) order by created_at desc, id desc`,
        [items.map(({ buybackId }) => buybackId)],
      )
      expect(codes).toEqual(rows.map(({ code }) => code))
    },
  )

  it('ends with its reader', async () => {
    const response = await admin.request('/api/buybacks.csv')
    const reader = response.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await reader.cancel()
    expect(api.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
    expect((await csv(admin, 'status=bb_completed')).lines).toHaveLength(2)
  })
})

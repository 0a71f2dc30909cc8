import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { appendHistory } from '#api/db/item-change.ts'
import { newId } from '#api/db/new-id.ts'
import { lockItem } from '#api/features/quarantine/quarantined-item-queries.ts'
import type { KeptHistoryAnswer } from '#sync/calls/item.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { createItems, createQueue, type SyncWorld, type WorldItem } from '#tests/support/sync-world.ts'

let api: TestApi
let owner: pg.Client
let operator: TestSession
let admin: TestSession
let buyer: TestSession
let world: SyncWorld
/** In order: two inside the warehouse in stock, one on its way there, one bound for and inside the other warehouse. */
let items: readonly WorldItem[]
const stocks = { control: '', refurbish: '' }
const deviceId = randomUUID()

beforeAll(async () => {
  api = await createTestApi()
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  operator = await api.signIn('warehouse_operator', { deviceId })
  admin = await api.signIn('admin')
  buyer = await api.signIn('buyer_manager')
  world = await makeWorld()
  const own = await createItems(owner, world, 3)
  const others = await createItems(owner, world, 1, { destination: api.accounts.retailer.otherWarehouseId })
  items = [...own, ...others]
  stocks.control = await stockOf('awaiting_control', world.warehouseA)
  stocks.refurbish = await stockOf('to_refurbish', world.warehouseA)
  await place(items[0]!, 'item_completed', stocks.refurbish, world.warehouseA)
  await place(items[1]!, 'item_awaiting_compliancy_tests', stocks.control, world.warehouseA)
  const away = await stockOf('to_refurbish', api.accounts.retailer.otherWarehouseId)
  await place(items[3]!, 'item_completed', away, api.accounts.retailer.otherWarehouseId)
  await owner.query(`update item set facts = $2, serial_number = 'SN-77' where id = $1`, [
    items[0]!.id,
    JSON.stringify({
      validated: { grade: 'grade_a', priceCents: 9000, paymentCents: 8500 },
      steps: [
        { plannedCostCents: 700, status: 'completed' },
        { plannedCostCents: 300, status: 'to_do' },
      ],
    }),
  ])
  await owner.query(
    `update buyback set promised_payment_on = '2026-11-20', declared_price_cents = 9000, buyer_account_id = $2 where id = $1`,
    [items[0]!.buybackId, api.accounts.buyer.id],
  )
  await owner.query(`update buyback set created_at = '2026-01-02', declared_price_cents = 4000 where id = $1`, [
    items[1]!.buybackId,
  ])
  await owner.query(`update item set created_at = '2026-01-02', product_id = $2 where id = $1`, [
    items[1]!.id,
    world.productId,
  ])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function makeWorld(): Promise<SyncWorld> {
  const { retailer, userIds } = api.accounts
  const accountId = retailer.id
  const [categoryId, productId, circuitId] = [newId(), newId(), newId()]
  await owner.query(
    `insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'items-phones', array[$2::uuid])`,
    [accountId, categoryId],
  )
  await owner.query(
    `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone 12', 'Brand', $3)`,
    [accountId, productId, categoryId],
  )
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_collect', 'Collect')`, [
    accountId,
    circuitId,
  ])
  return {
    accountId,
    warehouseA: retailer.warehouseId,
    warehouseB: retailer.otherWarehouseId,
    storeId: retailer.northStoreId,
    productId,
    circuitId,
    categoryId,
    operatorA: userIds['warehouse_operator@retailer.example']!,
    operatorA2: '',
    operatorB: '',
    managerA: '',
    admin: '',
    seller: '',
  }
}

async function stockOf(native: string, warehouseId: string): Promise<string> {
  const sql = `select id from stock where native = $1 and warehouse_id = $2`
  return (await owner.query<{ id: string }>(sql, [native, warehouseId])).rows[0]!.id
}

const place = (item: WorldItem, status: string, stockId: string, warehouseId: string) =>
  owner.query(`update item set status = $2, stock_id = $3, warehouse_id = $4 where id = $1`, [
    item.id,
    status,
    stockId,
    warehouseId,
  ])

interface Listed {
  readonly id: string
}

async function listed(session: TestSession, query: string): Promise<string[]> {
  const response = await session.request(`/api/warehouse/items?${query}`)
  expect(response.status, query).toBe(200)
  const body = (await response.json()) as { 'hydra:member': Listed[]; 'hydra:totalItems': number }
  expect(body['hydra:totalItems']).toBe(body['hydra:member'].length)
  return body['hydra:member'].map(({ id }) => id)
}

const ids = (...places: readonly number[]) => places.map((at) => items[at]!.id)
const sorted = (list: readonly string[]) => list.toSorted()
const get = async (session: TestSession, path: string) => session.request(path)

describe('the list of items', () => {
  it('is narrowed by stock, brand, presence, days and text', async () => {
    expect(await listed(operator, `stockId=${stocks.refurbish}`)).toEqual(ids(0))
    expect(sorted(await listed(operator, 'inStock=true'))).toEqual(sorted(ids(0, 1)))
    expect(await listed(operator, 'inStock=false')).toEqual(ids(2))
    expect(await listed(operator, 'createdTo=2026-01-02')).toEqual(ids(1))
    expect(await listed(operator, 'createdFrom=2026-01-03&inStock=true')).toEqual(ids(0))
    expect(await listed(operator, 'promisedFrom=2026-11-20&promisedTo=2026-11-20')).toEqual(ids(0))
    expect(await listed(operator, 'promisedTo=2026-11-19')).toEqual([])
    expect(await listed(operator, 'brand=Nobody')).toEqual([])
    expect(await listed(operator, 'brand=Brand&q=sn-77')).toEqual(ids(0))
    expect(await listed(operator, `q=phone ${items[1]!.code.slice(-6)}`)).toEqual(ids(1))
    expect(await listed(operator, 'q=%25')).toEqual([])
  })

  it('is sorted by prices and costs, the unknown last', async () => {
    expect((await listed(operator, 'order[declaredPrice]=desc')).slice(0, 2)).toEqual(ids(0, 1))
    expect((await listed(operator, 'order[declaredPrice]=asc')).slice(0, 2)).toEqual(ids(1, 0))
    expect((await listed(operator, 'order[paid]=asc'))[0]).toBe(items[0]!.id)
    expect((await listed(operator, 'order[plannedCost]=desc'))[0]).toBe(items[0]!.id)
    expect((await operator.request('/api/warehouse/items?order[secret]=asc')).status).toBe(400)
  })

  it('tells prices and costs of the steps', async () => {
    const response = await operator.request(`/api/warehouse/items?stockId=${stocks.refurbish}`)
    expect(await response.json()).toMatchObject({
      'hydra:member': [
        {
          paidCents: 8500,
          declaredPriceCents: 9000,
          plannedCostCents: 1000,
          completedCostCents: 700,
          promisedOn: '2026-11-20',
          isMissing: false,
        },
      ],
    })
  })

  it('tells no price of a cancelled buyback whose customer has no money (STOCK-13)', async () => {
    const paid = async (): Promise<unknown[]> => {
      const list = await operator.request(`/api/warehouse/items?stockId=${stocks.refurbish}`)
      const [row] = ((await list.json()) as { 'hydra:member': { paidCents: unknown }[] })['hydra:member']
      const item = (await (await get(operator, `/api/warehouse/items/${items[0]!.id}`)).json()) as {
        paidCents: unknown
      }
      return [row?.paidCents, item.paidCents]
    }
    const leave = async (status: string, keepsMoney: boolean) => {
      const reason = status === 'bb_cancelled' ? 'other' : null
      const of = [items[0]!.buybackId, status, reason]
      await owner.query('update buyback set status = $2, cancel_reason = $3 where id = $1', of)
      await owner.query('update item set keeps_money = $2 where id = $1', [items[0]!.id, keepsMoney])
    }
    const { rows } = await owner.query<{ status: string }>('select status from buyback where id = $1', [
      items[0]!.buybackId,
    ])
    await leave('bb_cancelled', false)
    expect(await paid()).toEqual([null, null])
    await leave('bb_cancelled', true)
    expect(await paid()).toEqual([8500, 8500])
    // A kept product is paid for: what the bank refused is owed still, beside the customer's missing money.
    await leave('bb_cancelled', false)
    const pay = (status: string) =>
      owner.query('update buyback set payment_status = $2 where id = $1', [items[0]!.buybackId, status])
    const { rows: before } = await owner.query<{ status: string }>(
      'select payment_status as status from buyback where id = $1',
      [items[0]!.buybackId],
    )
    for (const status of ['payment_failed', 'payment_created']) {
      await pay(status)
      expect(await paid()).toEqual([8500, 8500])
    }
    await pay('payment_cancelled')
    expect(await paid()).toEqual([null, null])
    await pay(before[0]!.status)
    await leave(rows[0]!.status, false)
    expect(await paid()).toEqual([8500, 8500])
  })

  it('counts what each status, stock and brand would give', async () => {
    const facets = await (await operator.request('/api/warehouse/items/facets?status=item_completed')).json()
    expect(facets).toEqual({
      statuses: { item_completed: 1, item_awaiting_compliancy_tests: 1, item_in_transit: 1 },
      stocks: { [stocks.refurbish]: 1 },
      brands: { Brand: 1 },
    })
  })

  it('holds what the caller may see: own warehouse, the assigned, or the whole account', async () => {
    expect(sorted(await listed(operator, 'inStock=true'))).toEqual(sorted(ids(0, 1)))
    expect(await listed(buyer, 'inStock=true')).toEqual(ids(0))
    expect(sorted(await listed(admin, 'inStock=true'))).toEqual(sorted(ids(0, 1, 3)))
    expect(await listed(admin, `inStock=true&warehouseId=${world.warehouseB}`)).toEqual(ids(3))
    expect((await get(operator, `/api/warehouse/items/facets?warehouseId=${world.warehouseB}`)).status).toBe(404)
  })
})

describe('one item', () => {
  const path = (at: number) => `/api/warehouse/items/${items[at]!.id}`

  it('is answered with its facts (STOCK-12)', async () => {
    expect(await (await get(operator, path(0))).json()).toMatchObject({
      code: items[0]!.code,
      buybackCode: items[0]!.code,
      brand: 'Brand',
      productLabel: 'Phone 12',
      status: expect.stringMatching(/^item_/),
      warehouseId: api.accounts.retailer.warehouseId,
      stockId: expect.any(String),
      circuitName: 'Collect',
      storeName: 'North store',
      comment: null,
      latestMoveAt: null,
      paidCents: 8500,
      lines: expect.any(Array),
      facts: { productId: world.productId, circuit: 'store_collect', declaration: null, steps: [{}, {}] },
    })
  })

  it('names the product that its test found, where that is another than the declared one (STOCK-11)', async () => {
    const foundProduct = async () =>
      ((await (await get(operator, path(2))).json()) as { foundProduct: unknown }).foundProduct
    const tell = (declared: string, found: string) =>
      owner.query(
        `with told as (update buyback set declaration = jsonb_build_object('productId', $2::text) where id = $4)
         update item set facts = jsonb_build_object('control', jsonb_build_object('productId', $3::text)) where id = $1`,
        [items[2]!.id, declared, found, items[2]!.buybackId],
      )
    expect(await foundProduct()).toBeNull()
    const other = newId()
    await owner.query(
      `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone 13', 'Brand', $3)`,
      [world.accountId, other, world.categoryId],
    )
    await tell(world.productId, world.productId)
    expect(await foundProduct()).toBeNull()
    await tell(world.productId, other)
    expect(await foundProduct()).toBe('Brand Phone 13')
  })

  it('is unknown outside of the scope of the caller', async () => {
    expect((await get(operator, path(3))).status).toBe(404)
    expect((await get(buyer, path(1))).status).toBe(404)
    expect((await get(buyer, path(0))).status).toBe(200)
    expect((await get(admin, path(3))).status).toBe(200)
    expect((await get(admin, `/api/warehouse/items/${newId()}`)).status).toBe(404)
    expect((await get(await api.signIn('store_seller'), path(0))).status).toBe(403)
    expect((await get(await api.signIn('admin@other.example'), path(0))).status).toBe(404)
  })

  it('has a history that tells its actions, the latest first', async () => {
    const queue = createQueue(world, { deviceId })
    const move = queue.operation(
      'moveItem',
      { itemId: items[0]!.id, stockId: stocks.control, comment: 'Shelf is full' },
      { lanes: [`item:${items[0]!.id}`] },
    )
    const ops = [move, queue.checkIn(items[2]!)]
    const headers = { authorization: `Bearer ${operator.user.grant!.token}` }
    const answer = await api.request('/api/sync/push', { method: 'POST', json: queue.body(ops), headers })
    expect(answer.status).toBe(200)
    expect(await (await get(operator, path(0))).json()).toMatchObject({
      lines: [
        {
          action: 'move',
          actorName: 'Camille warehouse_operator',
          opId: move.opId,
          fromStockId: stocks.refurbish,
          toStockId: stocks.control,
          comment: 'Shelf is full',
        },
      ],
    })
    expect(await (await get(operator, path(2))).json()).toMatchObject({
      lines: [{ action: 'check_in', fromStatus: 'item_in_transit', toStatus: 'item_awaiting_compliancy_tests' }],
    })
  })
})

describe('the histories that devices keep', () => {
  const readAs = (session: TestSession, asked: readonly string[]) =>
    session.request('/api/warehouse/items/histories', { method: 'POST', json: { ids: asked } })
  async function histories(session: TestSession, asked: readonly string[]): Promise<readonly KeptHistoryAnswer[]> {
    const answer = await readAs(session, asked)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { items: KeptHistoryAnswer[] }).items
  }
  const idsOf = (read: readonly KeptHistoryAnswer[]) => sorted(read.map(({ id }) => id))

  it('tell of each item what its detail tells, with the version that devices know', async () => {
    const asked = ids(0, 1, 2)
    const read = await histories(operator, asked)
    expect(idsOf(read)).toEqual(sorted(asked))
    for (const history of read) {
      const detail = await (await get(operator, `/api/warehouse/items/${history.id}`)).json()
      expect(detail).toMatchObject(history)
      const known = await owner.query<{ version: number }>('select version from item where id = $1', [history.id])
      expect(history.version).toBe(known.rows[0]!.version)
    }
    expect(read.flatMap(({ lines }) => lines.map(({ action }) => action)).toSorted()).toEqual(['check_in', 'move'])
    expect(read.map(({ circuitName, storeName }) => [circuitName, storeName])).toEqual(
      asked.map(() => ['Collect', 'North store']),
    )
  })

  it('leave out what is of another place, another account, or nobody’s', async () => {
    const all = [...ids(0, 1, 2, 3), newId()]
    expect(idsOf(await histories(operator, all))).toEqual(sorted(ids(0, 1, 2)))
    expect(idsOf(await histories(buyer, all))).toEqual(ids(0))
    expect(idsOf(await histories(admin, all))).toEqual(sorted(ids(0, 1, 2, 3)))
    expect(await histories(await api.signIn('admin@other.example'), all)).toEqual([])
  })

  it('are refused to a user who may not read items, and of none or more than two hundred at once', async () => {
    expect((await readAs(await api.signIn('store_seller'), ids(0))).status).toBe(403)
    const nobodys = (count: number) => Array.from({ length: count }, () => newId())
    expect((await readAs(operator, nobodys(200))).status).toBe(200)
    expect((await readAs(operator, nobodys(201))).status).toBe(422)
    expect((await readAs(operator, [])).status).toBe(422)
    expect((await readAs(operator, ['no id'])).status).toBe(422)
  })

  it('are of a later version after a line that nothing else of the item goes with', async () => {
    const [before] = await histories(admin, ids(1))
    const by = { accountId: world.accountId, userId: null, at: new Date() }
    await inAccount(api.db, world.accountId, async (tx) => {
      const item = await lockItem(tx, { accountId: world.accountId, itemId: items[1]!.id })
      await appendHistory(tx, by, item!, { action: 'proposal_sent', next: item!, details: {} })
    })
    const [after] = await histories(admin, ids(1))
    expect(after!.lines.map(({ action }) => action)).toEqual(['proposal_sent', ...before!.lines.map((l) => l.action)])
    expect(after!.version).toBeGreaterThan(before!.version)
  })
})

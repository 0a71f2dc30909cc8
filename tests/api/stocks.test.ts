import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from '#tests/support/factories.ts'
import type { CountDifferenceAnswer, StockAnswer, StockCountAnswer } from '#sync/calls/stock.ts'

let api: TestApi
let owner: pg.Client
let admin: TestSession
let manager: TestSession
let account: TestAccount

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  admin = await api.signIn('admin')
  manager = await api.signIn('warehouse_manager')
  account = await furnishRetailer(owner, api.accounts.retailer)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function create(session: TestSession, json: object) {
  const response = await session.request('/api/stocks', { method: 'POST', json })
  return { status: response.status, body: (await response.json()) as StockAnswer & { code?: string; field?: string } }
}

async function list(session: TestSession, query = ''): Promise<readonly StockAnswer[]> {
  const response = await session.request(`/api/stocks?itemsPerPage=200${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { 'hydra:member': StockAnswer[] })['hydra:member']
}

const patch = (session: TestSession, id: string, json: object, version?: number) =>
  session.request(`/api/stocks/${id}`, {
    method: 'PATCH',
    json,
    headers: {
      'content-type': 'application/merge-patch+json',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
  })

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe('stocks', () => {
  it('are listed with the five native ones of the own warehouse first (STOCK-01, STOCK-06)', async () => {
    await create(manager, { name: 'AAA first by name' })
    const found = await list(manager)
    expect(
      found
        .slice(0, 5)
        .map((stock) => stock.native ?? '')
        .toSorted(),
    ).toEqual(['awaiting_control', 'customer_return', 'in_quarantine', 'refurbishment_completed', 'to_refurbish'])
    expect(new Set(found.map((stock) => stock.warehouseId))).toEqual(new Set([account.warehouseId]))
    expect(new Set((await list(admin)).map((stock) => stock.warehouseId)).size).toBe(2)
    expect(await list(admin, `&warehouseId=${account.otherWarehouseId}`)).toHaveLength(5)
    expect((await manager.request(`/api/stocks?warehouseId=${account.otherWarehouseId}`)).status).toBe(404)
  })

  it('have a name, an identifier and a location (STOCK-03, STOCK-04)', async () => {
    const made = await create(manager, { name: '  Shelf B1 ', identifier: 'B1', location: '' })
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Shelf B1', identifier: 'B1', location: null, productCount: 0, averageAgeDays: null, version: 1 },
    })
    expect((await create(manager, { name: '' })).body).toMatchObject({ code: 'REQUEST_INVALID', field: 'name' })
    expect((await create(manager, { name: 'x'.repeat(256) })).body).toMatchObject({ field: 'name' })
    expect((await create(manager, { name: 'x'.repeat(255) })).status).toBe(200)
  })

  it('have a name of their own in their warehouse, whatever the case (STOCK-05)', async () => {
    const [first, second] = await Promise.all([
      create(manager, { name: 'Twin' }),
      create(admin, { name: 'TWIN', warehouseId: account.warehouseId }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 422])
    expect([first, second].find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'STOCK_NAME_TAKEN',
      field: 'name',
    })
    const elsewhere = await create(admin, { name: 'Twin', warehouseId: account.otherWarehouseId })
    expect(elsewhere.status).toBe(200)
    const other = await create(manager, { name: 'Not a twin' })
    expect(await codeOf(await patch(manager, other.body.id, { name: 'twin' }))).toBe('STOCK_NAME_TAKEN')
    expect((await patch(manager, other.body.id, { name: 'NOT A TWIN' })).status).toBe(200)
  })

  it('of an administrator name their warehouse, which must be one of the account', async () => {
    expect((await create(admin, { name: 'Nowhere' })).body).toMatchObject({ field: 'warehouseId' })
    const foreign = api.accounts.other.warehouseId
    expect((await create(admin, { name: 'Nowhere', warehouseId: foreign })).body).toMatchObject({
      field: 'warehouseId',
    })
  })

  it('change by a merge patch, and not over a newer version', async () => {
    const { body } = await create(manager, { name: 'Patched', location: 'Here' })
    const changed = await patch(manager, body.id, { location: null, identifier: 'P' }, body.version)
    expect(await changed.json()).toMatchObject({ name: 'Patched', location: null, identifier: 'P', version: 2 })
    expect(changed.headers.get('etag')).toBe('"2"')
    const late = await patch(manager, body.id, { location: 'Late' }, body.version)
    expect([late.status, await codeOf(late)]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect((await patch(admin, newId(), { location: 'x' })).status).toBe(404)
  })

  it('that are native keep their name and stay (STOCK-07, STOCK-08)', async () => {
    const native = account.stocks.in_quarantine
    const renamed = await patch(manager, native, { name: 'Mine' })
    expect([renamed.status, await codeOf(renamed)]).toEqual([409, 'STOCK_NATIVE_FIXED'])
    expect(await (await patch(manager, native, { location: 'Cage' })).json()).toMatchObject({ location: 'Cage' })
    const deleted = await manager.request(`/api/stocks/${native}`, { method: 'DELETE' })
    expect([deleted.status, await codeOf(deleted)]).toEqual([409, 'STOCK_NATIVE_FIXED'])
  })

  it('with items or steps attached are not deleted; empty ones are (STOCK-09)', async () => {
    const { body } = await create(manager, { name: 'Busy' })
    const place = { status: 'item_completed', warehouse_id: account.warehouseId, stock_id: body.id, tested: true }
    const old = { latest_move_at: new Date(Date.now() - 40 * 86_400_000).toISOString() }
    await createItems(owner, account, 2, { ...place, ...old })
    const [fresh] = await createItems(owner, account, 1, { ...place, latest_move_at: new Date().toISOString() })
    const read = (await (await manager.request(`/api/stocks/${body.id}`)).json()) as StockAnswer
    expect(read).toMatchObject({ productCount: 3, ageCounts: [1, 0, 2, 0], stepCount: 0 })
    expect(read.averageAgeDays).toBeCloseTo(80 / 3, 1)
    const remove = () => manager.request(`/api/stocks/${body.id}`, { method: 'DELETE' })
    const busy = await remove()
    expect([busy.status, await busy.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'STOCK_IN_USE', details: { productCount: 3, stepCount: 0 } }),
    ])
    await owner.query('update item set stock_id = $2 where stock_id = $1', [body.id, account.stocks.to_refurbish])
    expect(fresh).toBeDefined()
    const stepId = newId()
    await owner.query(
      `insert into refurb_step (account_id, id, name, warehouse_id, stock_id) values ($1, $2, 'Polish', $3, $4)`,
      [account.id, stepId, account.warehouseId, body.id],
    )
    expect(await codeOf(await remove())).toBe('STOCK_IN_USE')
    await owner.query('delete from refurb_step where id = $1', [stepId])
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
  })

  it('where a step of a product is still to be worked on are not deleted (STOCK-09)', async () => {
    const { body } = await create(manager, { name: 'Bench of steps under way' })
    const [item] = await createItems(owner, account, 1, {
      status: 'item_refurb_in_progress',
      warehouse_id: account.warehouseId,
      stock_id: account.stocks.to_refurbish,
      tested: true,
    })
    const remove = () => manager.request(`/api/stocks/${body.id}`, { method: 'DELETE' })
    for (const [status, expected] of [
      ['to_do', 409],
      ['in_progress', 409],
      ['paused', 409],
      ['completed', 204],
    ] as const) {
      const steps = [{ stepId: newId(), name: 'Polish', stockId: body.id, status }]
      await owner.query('update item set facts = $2 where id = $1', [item!.id, JSON.stringify({ steps })])
      const answer = await remove()
      expect([status, answer.status]).toEqual([status, expected])
      if (expected === 409)
        expect(await answer.json()).toMatchObject({ code: 'STOCK_IN_USE', details: { productCount: 0, stepCount: 1 } })
    }
  })

  it('sort and filter', async () => {
    const names = (found: readonly StockAnswer[]) => found.map(({ name }) => name)
    await create(manager, { name: 'Zone 100%' })
    expect(names(await list(manager, '&name=100%25'))).toEqual(['Zone 100%'])
    expect((await list(manager, '&kind=native')).every((stock) => stock.native !== null)).toBe(true)
    const counts = (await list(manager, '&order[productCount]=desc')).map(({ productCount }) => productCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect((await manager.request('/api/stocks?order[secret]=asc')).status).toBe(400)
  })
})

describe('stock counts', () => {
  it('are listed with their numbers, and one tells how each difference was resolved', async () => {
    const countId = newId()
    const deviceId = newId()
    const userId = api.accounts.userIds['warehouse_operator@retailer.example'] ?? ''
    const [missing, moved] = await createItems(owner, account, 2, {
      status: 'item_completed',
      tested: true,
      warehouse_id: account.warehouseId,
      stock_id: account.stocks.to_refurbish,
    })
    await owner.query(
      `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
         present_count, missing_count, unexpected_count)
       values ($1, $2, $3, $4, $5, $6, now(), 5, 4, 1, 1)`,
      [account.id, countId, account.warehouseId, account.stocks.to_refurbish, deviceId, userId],
    )
    await owner.query(`insert into sync_device (account_id, device_id, user_id, module) values ($1, $2, $3, 'rps')`, [
      account.id,
      deviceId,
      userId,
    ])
    // Counted offline, long before the operations arrived.
    const countedAt = '2026-11-01T08:15:00.000Z'
    for (const [at, item, action, details] of [
      [1, missing!, 'stock_count', { countId, resolution: 'not_found' }],
      [2, moved!, 'move', { countId }],
    ] as const) {
      const opId = newId()
      await owner.query(
        `insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, payload_hash,
           status, captured_at, round_id)
         values ($1, $2, $3, $4, 'rps', $5, 'x', 1, '{}', '{x}', decode(repeat('00', 32), 'hex'), 'applied', now(), $6)`,
        [account.id, opId, deviceId, userId, at, countId],
      )
      await owner.query(
        `insert into item_history (account_id, id, item_id, action, to_status, from_stock_id, op_id, details, actor_name,
           device_at)
         values ($1, $2, $3, $4, 'item_completed', $5, $6, $7, 'Camille', $8)`,
        [
          account.id,
          newId(),
          item.id,
          action,
          account.stocks.awaiting_control,
          opId,
          JSON.stringify(details),
          countedAt,
        ],
      )
    }
    const operator = await api.signIn('warehouse_operator')
    const response = await operator.request('/api/stock-counts')
    const members = ((await response.json()) as { 'hydra:member': StockCountAnswer[] })['hydra:member']
    expect(members.find(({ id }) => id === countId)).toMatchObject({ expectedCount: 5, missingCount: 1 })
    const one = (await (await operator.request(`/api/stock-counts/${countId}`)).json()) as {
      differences: CountDifferenceAnswer[]
    }
    expect(one.differences.map(({ itemId, resolution }) => [itemId, resolution])).toEqual([
      [moved!.id, 'moved'],
      [missing!.id, 'not_found'],
    ])
    expect(one.differences[0]?.fromStockName).not.toBeNull()
    expect(one.differences.map(({ at }) => at)).toEqual([countedAt, countedAt])
    const found = async (query: string) => {
      const answer = await operator.request(`/api/stock-counts?${query}`)
      return ((await answer.json()) as { 'hydra:member': StockCountAnswer[] })['hydra:member'].map(({ id }) => id)
    }
    const name = encodeURIComponent(
      members
        .find(({ id }) => id === countId)!
        .stockName.slice(1, 6)
        .toUpperCase(),
    )
    expect(await found(`stockName=${name}&differences=with`)).toEqual([countId])
    expect(await found(`stockName=${name}&differences=without`)).toEqual([])
    expect(await found('stockName=%25')).toEqual([])
    const elsewhere = await api.signIn('admin@other.example')
    expect((await elsewhere.request(`/api/stock-counts/${countId}`)).status).toBe(404)
  })

  it('follow every field of an order (API-06)', async () => {
    const userId = api.accounts.userIds['warehouse_operator@retailer.example'] ?? ''
    for (const [missing, unexpected] of [
      [7, 1],
      [7, 3],
      [7, 2],
    ]) {
      await owner.query(
        `insert into stock_count (account_id, id, warehouse_id, stock_id, device_id, user_id, ended_at, expected_count,
           present_count, missing_count, unexpected_count)
         values ($1, $2, $3, $4, $5, $6, now(), 9, 2, $7, $8)`,
        [account.id, newId(), account.warehouseId, account.stocks.to_refurbish, newId(), userId, missing, unexpected],
      )
    }
    const operator = await api.signIn('warehouse_operator')
    const inOrder = async (direction: string) => {
      const order = `order[missingCount]=desc&order[unexpectedCount]=${direction}`
      const response = await operator.request(`/api/stock-counts?itemsPerPage=3&${order}`)
      const found = (await response.json()) as { 'hydra:member': StockCountAnswer[] }
      return found['hydra:member'].map(({ unexpectedCount }) => unexpectedCount)
    }
    expect(await inOrder('desc')).toEqual([3, 2, 1])
    expect(await inOrder('asc')).toEqual([1, 2, 3])
  })
})

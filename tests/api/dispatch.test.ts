import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import type { DispatchAnswer, DispatchRuleAnswer } from '#sync/calls/dispatch.ts'

let api: TestApi
let admin: TestSession
let warehouseIds: readonly [string, string]
const categoryId = newId()
const circuitId = newId()

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  const { retailer } = api.accounts
  warehouseIds = [retailer.warehouseId, retailer.otherWarehouseId]
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, [
    retailer.id,
    categoryId,
  ])
  await owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'store_drop', 'Drop')`, [
    retailer.id,
    circuitId,
  ])
  await owner.end()
})
afterAll(() => api.close())

const path = '/api/warehouse-dispatch'
const rules = '/api/warehouse-dispatch-rules'
const body = (change: object = {}) => ({
  title: 'Apple',
  conditions: [{ attribute: 'brand', operator: 'is', values: ['Apple'] }],
  warehouseIds: [warehouseIds[0]],
  ...change,
})
const add = (change: object = {}) => admin.request(rules, { method: 'POST', json: body(change) })
const read = async (): Promise<DispatchAnswer> => (await admin.request(path)).json() as Promise<DispatchAnswer>
const patch = (address: string, json: object, headers: Record<string, string> = {}) =>
  admin.request(address, { method: 'PATCH', json, headers })

describe('a dispatch rule', () => {
  it('is added behind the others, changed by a merge patch, and deleted (EXP-17 to EXP-19)', async () => {
    const first = (await (await add()).json()) as DispatchRuleAnswer
    const second = (await (
      await add({
        title: 'Phones by drop',
        conditions: [
          { attribute: 'category', operator: 'in', values: [categoryId] },
          { attribute: 'circuit', operator: 'is_not', values: [circuitId] },
          { attribute: 'declared_state', operator: 'notIn', values: ['grade_d', 'grade_e'] },
        ],
        warehouseIds: warehouseIds.toReversed(),
      })
    ).json()) as DispatchRuleAnswer
    expect([first.position, second.position]).toEqual([1, 2])
    expect(second.warehouseIds).toEqual(warehouseIds.toReversed())
    const changed = await patch(`${rules}/${first.id}`, { title: 'Only Apple' })
    expect(await changed.json()).toMatchObject({ title: 'Only Apple', conditions: first.conditions, version: 2 })
    expect((await read()).rules.map(({ title }) => title)).toEqual(['Only Apple', 'Phones by drop'])
    expect((await admin.request(`${rules}/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await read()).rules).toMatchObject([{ id: second.id, position: 1 }])
    expect((await admin.request(`${rules}/${first.id}`)).status).toBe(404)
    expect((await admin.request(`${rules}/${second.id}`, { method: 'DELETE' })).status).toBe(204)
  })

  it.each([
    ['without a title', { title: '  ' }, 'title'],
    ['without a condition', { conditions: [] }, 'conditions'],
    ['without a warehouse', { warehouseIds: [] }, 'warehouseIds'],
    [
      'with two values for «is»',
      { conditions: [{ attribute: 'brand', operator: 'is', values: ['a', 'b'] }] },
      'conditions.0.values',
    ],
  ])('%s is refused (EXP-21, EXP-22)', async (_name, change, field) => {
    const answer = await add(change)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'REQUEST_INVALID', field })
  })

  it('names only what the account has', async () => {
    const unknown = { attribute: 'category', operator: 'is', values: [newId()] }
    expect(await (await add({ conditions: [unknown] })).json()).toMatchObject({ code: 'DISPATCH_VALUE_UNKNOWN' })
    const grade = { attribute: 'declared_state', operator: 'is', values: ['grade_z'] }
    expect(await (await add({ conditions: [grade] })).json()).toMatchObject({ code: 'DISPATCH_VALUE_UNKNOWN' })
    for (const id of [newId(), api.accounts.other.warehouseId, api.accounts.retailer.northStoreId])
      expect(await (await add({ warehouseIds: [id] })).json()).toMatchObject({ code: 'DISPATCH_WAREHOUSE_UNKNOWN' })
    expect(await (await add({ warehouseIds: [warehouseIds[0], warehouseIds[0]] })).json()).toMatchObject({
      code: 'DISPATCH_WAREHOUSE_UNKNOWN',
    })
    expect((await read()).rules).toEqual([])
  })

  it('that another user changed in between is neither overwritten nor deleted', async () => {
    const made = (await (await add()).json()) as DispatchRuleAnswer
    const own = { 'if-match': `"${made.version}"` }
    expect((await patch(`${rules}/${made.id}`, { title: 'One' }, own)).status).toBe(200)
    expect((await patch(`${rules}/${made.id}`, { title: 'Two' }, own)).status).toBe(412)
    const remove = (headers: Record<string, string>) =>
      admin.request(`${rules}/${made.id}`, { method: 'DELETE', headers })
    const late = await remove(own)
    expect([late.status, await late.json()]).toMatchObject([
      412,
      { code: 'REQUEST_VERSION_CONFLICT', details: { version: made.version + 1 } },
    ])
    expect((await remove({ 'if-match': `"${made.version + 1}"` })).status).toBe(204)
  })
})

describe('the dispatch of an account', () => {
  it('has a default warehouse, a geographic criterion and an order of its rules', async () => {
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map(async (title) => (await (await add({ title })).json()) as DispatchRuleAnswer),
    )
    const inOrder = (await read()).rules.map(({ id }) => id)
    expect(new Set(inOrder)).toEqual(new Set(made.map(({ id }) => id)))
    const ruleIds = inOrder.toReversed()
    const changed = await patch(path, { defaultWarehouseId: warehouseIds[1], isGeographic: true, ruleIds })
    expect(changed.status).toBe(200)
    const after = await read()
    expect(after).toMatchObject({ defaultWarehouseId: warehouseIds[1], isGeographic: true })
    expect(after.rules.map(({ id, position }) => [id, position])).toEqual(ruleIds.map((id, n) => [id, n + 1]))
    expect((await patch(path, { defaultWarehouseId: null })).status).toBe(200)
    expect(await read()).toMatchObject({ defaultWarehouseId: null, isGeographic: true })
  })

  it('refuses an order that forgets a rule, and a default that is no warehouse', async () => {
    const ruleIds = (await read()).rules.map(({ id }) => id)
    for (const wrong of [ruleIds.slice(1), [...ruleIds, newId()], [ruleIds[0], ...ruleIds]])
      expect(await (await patch(path, { ruleIds: wrong })).json()).toMatchObject({ code: 'DISPATCH_RULES_CHANGED' })
    const answer = await patch(path, { defaultWarehouseId: api.accounts.retailer.northStoreId })
    expect(await answer.json()).toMatchObject({ code: 'DISPATCH_WAREHOUSE_UNKNOWN', field: 'defaultWarehouseId' })
    expect((await patch(path, { isGeographic: false }, { 'if-match': '"999"' })).status).toBe(412)
  })

  it('tells devices of each change through their configuration', async () => {
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const count = async () =>
      Number(
        (
          await owner.query<{ n: string }>(
            `select count(*) as n from sync_change where account_id = $1 and bucket like 'config:%'`,
            [api.accounts.retailer.id],
          )
        ).rows[0]!.n,
      )
    const before = await count()
    await patch(path, { isGeographic: false })
    const [rule] = (await read()).rules
    await patch(`${rules}/${rule!.id}`, { warehouseIds: [warehouseIds[1]] })
    expect(await count()).toBeGreaterThanOrEqual(before + 2)
    await owner.end()
  })

  it.each([
    ['root_management_unit_manager', 200, 201],
    ['root_management_unit_analyst', 200, 403],
    ['warehouse_manager', 200, 403],
    ['warehouse_operator', 403, 403],
    ['management_unit_manager', 403, 403],
    ['store_manager', 403, 403],
  ])('answers a %s with %i for reading and %i for writing', async (who, reading, writing) => {
    const session = await api.signIn(who)
    expect((await session.request(path)).status).toBe(reading)
    const made = await session.request(rules, { method: 'POST', json: body() })
    expect(made.status).toBe(writing === 201 ? 200 : writing)
    expect((await session.request(path, { method: 'PATCH', json: { isGeographic: true } })).status).toBe(
      writing === 201 ? 200 : writing,
    )
  })
})

describe('transports', () => {
  const link = 'https://carrier.example/orders/1'

  beforeAll(async () => {
    const { retailer } = api.accounts
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    const productId = newId()
    await owner.query(
      `insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone', 'Brand', $3)`,
      [retailer.id, productId, categoryId],
    )
    for (const [index, number] of ['2100000000012', '2100000000029', '2200000000019'].entries()) {
      const [buybackId, itemId] = [newId(), newId()]
      await owner.query(
        `insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id)
          values ($1, $2, $3, 'bb_in_transit', $4, $5, $6)`,
        [retailer.id, buybackId, number, circuitId, categoryId, productId],
      )
      await owner.query(
        `insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id)
          values ($1, $2, $3, $4, $5, 'item_in_transit', $6)`,
        [retailer.id, itemId, buybackId, `9000000${index}`, productId, retailer.warehouseId],
      )
      await owner.query(
        `insert into transport (account_id, id, buyback_id, item_id, order_link, created_at)
          values ($1, $2, $3, $4, $5, $6)`,
        [retailer.id, newId(), buybackId, itemId, [link, null, '=cmd()'][index], `2026-03-0${index + 1}T23:30:00Z`],
      )
    }
    await owner.end()
  })

  const numbers = async (query: string) => {
    const answer = await admin.request(`/api/transports?${query}`)
    expect(answer.status, query).toBe(200)
    const list = (await answer.json()) as { 'hydra:member': { buybackNumber: string }[] }
    return list['hydra:member'].map(({ buybackNumber }) => buybackNumber)
  }

  it('show id, creation, buyback number and order link, the latest first (EXP-06)', async () => {
    expect(await numbers('')).toEqual(['2200000000019', '2100000000029', '2100000000012'])
    const answer = (await (await admin.request('/api/transports?search=2100000000012')).json()) as object
    expect(answer).toMatchObject({
      'hydra:totalItems': 1,
      'hydra:member': [{ createdAt: '2026-03-01T23:30:00.000Z', buybackNumber: '2100000000012', orderLink: link }],
    })
  })

  it('are filtered by number, day of the account and link, and sorted', async () => {
    expect(await numbers('search=21&order[buybackNumber]=asc')).toEqual(['2100000000012', '2100000000029'])
    expect(await numbers('exists[orderLink]=false')).toEqual(['2100000000029'])
    // Half past eleven in Greenwich is the next day in Paris.
    expect(await numbers('createdFrom=2026-03-03&createdTo=2026-03-03')).toEqual(['2100000000029'])
    expect(await numbers('search=%25')).toEqual([])
    // In the groups of the screen, as they are copied; and dashes alone are no number.
    expect(await numbers('search=2+100000+000029')).toEqual(['2100000000029'])
    expect(await numbers('search=--')).toEqual([])
    expect((await admin.request('/api/transports?createdFrom=yesterday')).status).toBe(422)
  })

  it('come as CSV that no spreadsheet computes', async () => {
    const answer = await admin.request('/api/transports.csv?order[createdAt]=asc')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('id,createdAt,buybackNumber,packageNumber,orderLink,deliveryStatus,labelState')
    expect(lines[1]).toContain(`,2026-03-01T23:30:00.000Z,2100000000012,,${link}`)
    expect(lines[3]).toContain(`,'=cmd()`)
  })

  it('are for administrators alone', async () => {
    for (const who of ['root_management_unit_manager', 'warehouse_manager', 'store_manager']) {
      const session = await api.signIn(who)
      expect((await session.request('/api/transports')).status).toBe(403)
      expect((await session.request('/api/transports.csv')).status).toBe(403)
    }
    const other = await api.signIn('admin@other.example')
    const list = (await (await other.request('/api/transports')).json()) as { 'hydra:totalItems': number }
    expect(list['hydra:totalItems']).toBe(0)
  })
})

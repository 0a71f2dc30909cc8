// @module-tag slow
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { insertRows } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { createWeeklyStatistics } from '#api/features/dashboard/weekly-statistics.ts'
import { statisticFigures } from '#domain/dashboard/statistics.ts'
import type { dashboardDataCall } from '#sync/calls/dashboard.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from '#tests/support/factories.ts'

type Figures = z.output<typeof dashboardDataCall.answer>

let api: TestApi
let owner: pg.Client
let retailer: TestAccount
const clock = { now: new Date() }

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  retailer = await furnishRetailer(owner, api.accounts.retailer)
  await owner.query(`update account set time_zone = 'Europe/Paris' where id = $1`, [retailer.id])
  await owner.query(`update account set status = 'inactive' where id <> $1 and is_retailer`, [retailer.id])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const round = () => createWeeklyStatistics({ database: api.db, now: () => clock.now })()

async function figures(who = 'admin', query = ''): Promise<Figures> {
  const response = await (await api.signIn(who)).request(`/api/dashboard-data${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Figures
}

const totals = ({ statistics }: Figures) =>
  Object.fromEntries(statistics.map(({ fileNameFormat, total }) => [fileNameFormat, total]))

interface Life {
  readonly created: string
  readonly status?: string
  readonly settled?: string
  readonly ended?: string
  readonly storeId?: string | null
  readonly buyerAccountId?: string
  readonly warehouseId?: string
  /** Statuses of the item and since when, by the server's clock. */
  readonly history?: readonly (readonly [string, string])[]
}

async function live(life: Life): Promise<string> {
  const [item] = await createItems(owner, retailer, 1, {
    destination_warehouse_id: life.warehouseId ?? retailer.warehouseId,
  })
  const status = life.status ?? 'bb_in_transit'
  await owner.query(
    `update buyback set created_at = $2, status = $3, settled_at = $4, ended_at = $5, store_id = $6,
       buyer_account_id = $7, cancel_reason = case when $3 = 'bb_cancelled' then 'other' end where id = $1`,
    [
      item!.buybackId,
      life.created,
      status,
      life.settled ?? null,
      life.ended ?? null,
      life.storeId === undefined ? retailer.storeId : life.storeId,
      life.buyerAccountId ?? null,
    ],
  )
  await insertRows(
    owner,
    'item_history',
    (life.history ?? []).map(([to_status, server_at]) => ({
      account_id: retailer.id,
      id: newId(),
      item_id: item!.id,
      action: 'move',
      to_status,
      server_at,
    })),
  )
  return item!.buybackId
}

describe('the dashboard before its first Monday', () => {
  it('has no figures', async () => {
    expect(await figures()).toMatchObject({ refreshedAt: null, weekFrom: null, weekTo: null })
  })
})

describe('the figures of a week', () => {
  // The week of 9 to 15 November; it ends at eleven in the evening by UTC.
  beforeAll(async () => {
    await live({ created: '2026-11-03T09:00:00Z', history: [['item_awaiting_inventory', '2026-11-03T09:00:00Z']] })
    await live({ created: '2026-11-14T09:00:00Z', history: [['item_created', '2026-11-14T09:00:00Z']] })
    // It left after the week's end, by a quarter of an hour.
    await live({
      created: '2026-11-10T09:00:00Z',
      history: [
        ['item_awaiting_inventory', '2026-11-10T09:00:00Z'],
        ['item_in_transit', '2026-11-15T23:15:00Z'],
      ],
    })
    await live({
      created: '2026-11-10T09:00:00Z',
      history: [
        ['item_awaiting_inventory', '2026-11-10T09:00:00Z'],
        ['item_in_transit', '2026-11-15T22:45:00Z'],
      ],
    })
    await live({
      created: '2026-11-10T09:00:00Z',
      storeId: api.accounts.retailer.southStoreId,
      warehouseId: retailer.otherWarehouseId,
      history: [['item_in_quarantine', '2026-11-12T09:00:00Z']],
    })
    await live({ created: '2026-11-10T09:00:00Z', history: [['item_awaiting_store_drop', '2026-11-10T09:00:00Z']] })
    const completed = { status: 'bb_completed', created: '2026-11-01T09:00:00Z' }
    await live({ ...completed, settled: '2026-11-08T22:59:00Z' })
    await live({ ...completed, settled: '2026-11-08T23:01:00Z', buyerAccountId: api.accounts.buyer.id })
    await live({ ...completed, settled: '2026-11-15T22:59:00Z', storeId: null })
    // Completed after the week: at its end it was still being processed.
    await live({
      ...completed,
      settled: '2026-11-15T23:01:00Z',
      history: [['item_awaiting_compliancy_tests', '2026-11-09T09:00:00Z']],
    })
    await live({ status: 'bb_cancelled', created: '2026-11-10T09:00:00Z', ended: '2026-11-11T09:00:00Z' })
    await live({ status: 'bb_not_completed', created: '2026-10-10T09:00:00Z', ended: '2026-11-12T09:00:00Z' })
    await live({ created: '2026-11-16T09:00:00Z', history: [['item_awaiting_inventory', '2026-11-16T09:00:00Z']] })
  })

  it('are not counted before Monday begins where the account lives', async () => {
    clock.now = new Date('2026-11-15T22:59:59Z')
    await round()
    expect((await figures()).weekFrom).toBe('2026-11-02')
  })

  it('are counted as Monday begins: what stands open at its end, what ended in its course', async () => {
    clock.now = new Date('2026-11-15T23:00:01Z')
    await round()
    const found = await figures()
    expect(found).toMatchObject({
      refreshedAt: clock.now.toISOString(),
      weekFrom: '2026-11-09',
      weekTo: '2026-11-15',
    })
    expect(totals(found)).toEqual({
      awaiting_transit: 3,
      in_transit: 1,
      processing: 2,
      completed: 2,
      unfinished: 2,
      predeclared: 1,
    })
  })

  it('stay as they are when the round comes again, by two servers at once, and later', async () => {
    const before = await figures()
    await live({ created: '2026-11-10T09:00:00Z', history: [['item_in_transit', '2026-11-10T09:00:00Z']] })
    clock.now = new Date('2026-11-18T12:00:00Z')
    await Promise.all([round(), round()])
    expect(await figures()).toEqual(before)
  })

  it('come on the next Monday for the next week, for two servers at once but once (BB-47)', async () => {
    clock.now = new Date('2026-11-23T06:00:00Z')
    await Promise.all([round(), round(), round()])
    const found = await figures()
    expect(found).toMatchObject({ weekFrom: '2026-11-16', weekTo: '2026-11-22' })
    expect(totals(found)).toMatchObject({ completed: 1, in_transit: 3, awaiting_transit: 3 })
    expect(found.statistics[0]?.weeks).toHaveLength(12)
    expect(found.statistics[0]?.weeks.at(-2)).toEqual({ from: '2026-11-09', total: 3 })
  })

  it('are made up for after a standstill, with the statuses of that time', async () => {
    clock.now = new Date('2026-12-16T06:00:00Z')
    await live({
      created: '2026-11-24T09:00:00Z',
      history: [
        ['item_awaiting_store_drop', '2026-11-24T09:00:00Z'],
        ['item_in_quarantine', '2026-12-01T09:00:00Z'],
      ],
    })
    await round()
    const weeks = (await figures()).statistics.find(({ fileNameFormat }) => fileNameFormat === 'predeclared')?.weeks
    expect(weeks?.slice(-3)).toEqual([
      { from: '2026-11-23', total: 2 },
      { from: '2026-11-30', total: 1 },
      { from: '2026-12-07', total: 1 },
    ])
  })

  it('are those of the caller alone', async () => {
    const week = async (who: string) =>
      Object.fromEntries(
        (await figures(who)).statistics.map(({ fileNameFormat, weeks }) => [
          fileNameFormat,
          weeks.find(({ from }) => from === '2026-11-09')?.total,
        ]),
      )
    expect(await week('south@retailer.example')).toMatchObject({ processing: 1, completed: 0, awaiting_transit: 0 })
    expect(await week('store_manager')).toMatchObject({ processing: 1, completed: 1, awaiting_transit: 3 })
    expect(await week('management_unit_analyst')).toMatchObject({ completed: 1 })
    expect(await week('buyer_manager')).toMatchObject({ processing: 0, completed: 1 })
    expect(await week('warehouse_operator')).toMatchObject({ processing: 1, completed: 2 })
  })

  it('are the ones named, all of them where none is (BB-46, BB-48)', async () => {
    const named = await figures('admin', '?fileNameFormats[]=completed&fileNameFormats[]=in_transit')
    expect(Object.keys(totals(named)).toSorted()).toEqual(['completed', 'in_transit'])
    expect(Object.keys(totals(await figures()))).toEqual([...statisticFigures])
    const admin = await api.signIn('admin')
    expect((await admin.request('/api/dashboard-data?fileNameFormats[]=secret')).status).toBe(422)
    expect((await api.request('/api/dashboard-data')).status).toBe(401)
  })
})

describe('the end of a buyback', () => {
  it('is dated when it is cancelled or not completed, once', async () => {
    const id = await live({ created: '2026-11-10T09:00:00Z' })
    const endedAt = async () =>
      (await owner.query<{ ended_at: Date | null }>('select ended_at from buyback where id = $1', [id])).rows[0]!
        .ended_at
    expect(await endedAt()).toBeNull()
    await owner.query(`update buyback set status = 'bb_not_completed' where id = $1`, [id])
    const first = await endedAt()
    expect(first).not.toBeNull()
    await owner.query(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, [id])
    expect(await endedAt()).toEqual(first)
  })
})

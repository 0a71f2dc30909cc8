// @module-tag slow
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { createDeliverySweep } from '#api/features/delivery/delivery-sweep.ts'
import { lockParcel } from '#api/features/delivery/parcel-queries.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'
import { createItems, type TestItem } from '#tests/support/factories.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

const world = prepareDeliveries()
const { api, owner, send, labelled, parcelOf, runJob, server } = world

const day = 24 * 3_600_000
/** More tries than any queue gives a job. */
const manyTries = 40

/** Signed in as of now, for a session ends within days. */
const manager = () => api().signIn('root_management_unit_manager')
const sweep = () => createDeliverySweep({ database: api().db, log: { warn: () => undefined } })()
const jobs = async (id: string, queue: string) => jobsOf(owner(), queue, { parcelId: (await parcelOf(id)).id })

/** A closed package of a store, on its way with a label that the carrier makes. */
async function packageOf(items: readonly TestItem[]): Promise<string> {
  const { id: accountId, storeId, warehouseId } = world.account()
  const [id, itemIds] = [newId(), items.map((item) => item.id)]
  await owner().query('update carrier set serves_packages = true where account_id = $1', [accountId])
  await owner().query(
    `update item set status = 'item_in_transit', facts = jsonb_build_object('packageId', $2::text) where id = any ($1)`,
    [itemIds, id],
  )
  await owner().query(
    `insert into package (account_id, id, status, origin_store_id, destination_warehouse_id, item_ids, number,
       label_state, opened_by, opened_at, closed_by, closed_at)
     values ($1, $2, 'closed', $3, $4, $5, $6, 'ready', $7, now(), $7, now())`,
    [accountId, id, storeId, warehouseId, itemIds, `04${String(++serial).padStart(11, '0')}`, world.manager().user.id],
  )
  return id
}
let serial = 0

async function spend(id: string, queue: 'carrier-order' | 'carrier-cancel'): Promise<void> {
  for (let time = 0; time < manyTries; time++) {
    if ((await jobs(id, queue)).includes('failed')) return
    await runJob(id, queue)
  }
  throw new Error('its tries did not end')
}

describe('a carrier that is away for days', () => {
  it(
    'is asked for a label again whenever the tries of a job have run out, by one job, until it is back',
    { tags: ['slow'] },
    async () => {
      server().behave('ill')
      const { id } = await send()
      for (let gone = 0; gone < 3; gone++) {
        await spend(id, 'carrier-order')
        world.pass(day)
        expect(await jobs(id, 'carrier-order')).toEqual(['failed'])
        // Two processes, each with its own round.
        await Promise.all([sweep(), sweep()])
        expect(await jobs(id, 'carrier-order')).toEqual(['created'])
        await sweep()
        expect(await jobs(id, 'carrier-order')).toEqual(['created'])
      }
      server().behave('ready')
      expect(await runJob(id)).toBeNull()
      expect(await parcelOf(id)).toMatchObject({ state: 'ready', attempt: 1 })
      expect((await (await manager()).request(`/api/buybacks/${id}/shipping-label`)).status).toBe(200)
      await sweep()
      expect(await jobs(id, 'carrier-order')).toEqual(['completed'])
    },
  )

  it('is told again of an order that is cancelled', async () => {
    const { id } = await labelled()
    await (
      await manager()
    ).request(`/api/buybacks/${id}/cancel`, {
      method: 'POST',
      json: { reason: 'customer_retraction', force: false },
    })
    server().behave('ill')
    await spend(id, 'carrier-cancel')
    expect(await sweep()).toBe(1)
    expect(await jobs(id, 'carrier-cancel')).toEqual(['created'])
    server().behave('ready')
    expect(await runJob(id, 'carrier-cancel')).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'cancelled' })
  })

  it('is asked again without waiting for who works on the products', async () => {
    server().behave('ill')
    const { id, itemId } = await send()
    await spend(id, 'carrier-order')
    await owner().query('begin')
    await owner().query('select 1 from item where id = $1 for update', [itemId])
    const swept = sweep()
    const first = await Promise.race([swept, wait(3_000, 'waits')])
    await owner().query('rollback')
    await swept
    expect(first).toBe(1)
    server().behave('ready')
    await runJob(id)
  })

  it('is left alone about what waits, and about what it has refused or made', async () => {
    const made = await labelled()
    server().behave('refuse')
    const refused = await send()
    await runJob(refused.id)
    server().behave('ill')
    const waiting = await send()
    await runJob(waiting.id)
    expect(await sweep()).toBe(0)
    expect(await jobs(made.id, 'carrier-order')).toEqual(['completed'])
    expect(await jobs(refused.id, 'carrier-order')).toEqual(['completed'])
    expect(await jobs(waiting.id, 'carrier-order')).toEqual(['retry'])
  })
})

describe('a label that is still ordered when nobody needs it', () => {
  const set = (id: string, item: string, buyback = 'bb_in_processing') => {
    const { stocks, warehouseId } = world.account()
    const isInside = item === 'item_awaiting_compliancy_tests' || item.startsWith('item_completed')
    return owner().query(
      `with b as (update buyback set status = $3::text, validated_price_cents = 20000,
         settled_at = case when $3 like 'bb_completed%' then now() end where id = $1)
       update item set status = $2::text, stock_id = $4, warehouse_id = $5, tested = $2 like 'item_completed%'
       where buyback_id = $1`,
      [id, item, buyback, isInside ? stocks.awaiting_control : null, isInside ? warehouseId : null],
    )
  }
  const labelMails = async () =>
    (await owner().query(`select 1 from mail_message where kind = 'shipping_label'`)).rows.length

  it.each([
    ['was checked in', 'item_awaiting_compliancy_tests', 'bb_in_processing'],
    ['was tested and paid', 'item_completed', 'bb_completed'],
    ['was lost and paid', 'item_lost_transport', 'bb_completed'],
    ['belongs to a buyback that was not completed', 'item_in_transit', 'bb_not_completed'],
  ])('is cancelled with the carrier where the product %s', async (_what, item, buyback) => {
    server().behave('make-and-drop')
    const { id } = await send()
    await spend(id, 'carrier-order')
    await set(id, item, buyback)
    server().behave('ready')
    const [orders, mails] = [server().orders.size, await labelMails()]
    expect(await sweep()).toBe(1)
    expect(await runJob(id)).toBeNull()
    expect(await parcelOf(id)).toMatchObject({ state: 'cancelling', number: null })
    expect(await runJob(id, 'carrier-cancel')).toBeNull()
    const { state, key } = await parcelOf(id)
    expect([state, server().orders.get(key)?.status]).toEqual(['cancelled', 'cancelled'])
    expect([server().orders.size, await labelMails()]).toEqual([orders, mails])
    expect(await sweep()).toBe(0)
  })

  it.each([['item_created'], ['item_awaiting_inventory'], ['item_in_transit']])(
    'is no such one while its product is %s',
    async (item) => {
      server().behave('ready')
      const { id } = await send()
      await set(id, item, 'bb_awaiting_inventory')
      await runJob(id)
      expect(await parcelOf(id)).toMatchObject({ state: 'ready' })
    },
  )

  it('is the one of a package once each of its products has arrived, and not before', { tags: ['slow'] }, async () => {
    server().behave('make-and-drop')
    const items = await createItems(owner(), world.account(), 2)
    const id = await packageOf(items)
    await spend(id, 'carrier-order')
    const [first, second] = items.map((item) => item.buybackId) as [string, string]
    await set(first, 'item_completed', 'bb_completed')
    expect(await sweep()).toBe(1)
    expect(await runJob(id)).toBe('CARRIER_OUTCOME_UNKNOWN')
    await owner().query(`update buyback set delivery_status = 'DELIVERY_DELIVERED' where id = $1`, [first])
    await set(second, 'item_awaiting_compliancy_tests')
    await runJob(id)
    await runJob(id, 'carrier-cancel')
    expect(await parcelOf(id)).toMatchObject({ state: 'cancelled' })
    const { rows } = await owner().query('select label_state from package where id = $1', [id])
    expect(rows).toEqual([{ label_state: 'none' }])
    expect((await world.statusOf(second)).delivery).toBeNull()
    expect(await sweep()).toBe(0)
  })
})

it('the lock of a parcel reads its own products alone', async () => {
  const [{ id }, others] = [await send(), await createItems(owner(), world.account(), 1_000)]
  const packed = await packageOf(others.slice(0, 5))
  await owner().query('analyze item, buyback, parcel, package')
  const { id: accountId } = world.account()
  const readSoFar = async (tx: Transaction<Tables>) => {
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relid = 'item'::regclass`.execute(tx)
    return rows[0]!.read
  }
  const readFor = async (subject: string) => {
    const { id: parcelId } = await parcelOf(subject)
    return inAccount(api().db, accountId, async (tx) => {
      // So few would be read whole, however they are asked for.
      await sql`set local enable_seqscan = off`.execute(tx)
      const before = await readSoFar(tx)
      await lockParcel(tx, { accountId, parcelId })
      return (await readSoFar(tx)) - before
    })
  }
  expect(await readFor(id)).toBeLessThan(20)
  expect(await readFor(packed)).toBeLessThan(100)
})

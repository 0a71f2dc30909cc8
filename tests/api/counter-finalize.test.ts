// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { createCounterDevice, said, type CounterDevice } from '#tests/support/counter-world.ts'
import {
  createSaleWorld,
  outcomeOf,
  plainPrices,
  priceThePhone,
  saleOf,
  type SaleWorld,
} from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: SaleWorld
let device: CounterDevice

beforeAll(async () => {
  world = await createSaleWorld()
  device = await createCounterDevice(world)
  await signedInDaysAgo(device, 45)
})
beforeEach(() => price(20_000))
afterAll(() => world.close())

const price = (cents: number) => priceThePhone(world, cents)

interface Predeclared {
  readonly buybackId: string
  readonly itemId: string
}

async function predeclared(): Promise<Predeclared> {
  const visitor = await world.visitor()
  const sold = await visitor.request('/api/buybacks', { method: 'POST', json: saleOf(world, 'web_drop') })
  const buybackId = String((await outcomeOf(sold)).body['id'])
  const [row] = await world.sql('select id from item where buyback_id = $1', buybackId)
  return { buybackId, itemId: String(row!['id']) }
}

async function finalizing(itemId: string, change: Record<string, unknown> = {}): Promise<Operation> {
  const args = {
    itemId,
    storeId: device.storeId,
    catalog: { version: device.catalog.version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() },
    questionnaireId: world.questionnaireId,
    answers: world.answers.best,
    paymentModeId: world.transferId,
    prices: plainPrices(20_000),
    sealed: await device.seal({ kind: 'item', id: itemId }, { customer: undefined, bank: undefined }),
    ...change,
  }
  return { ...device.operation('finalizeInStore', args, [`item:${itemId}`]), v: 2 }
}

const dayMs = 86_400_000

/** Makes a device one that its seller was signed in on for some days. */
async function signedInDaysAgo({ deviceId }: CounterDevice, days: number): Promise<void> {
  const at = new Date(world.startedAt.getTime() - days * dayMs)
  await world.sql('update device_grant set created_at = $2 where device_id = $1', deviceId, at)
}

/** Makes what was predeclared older than it is. */
async function declaredDaysAgo(buybackId: string, days: number): Promise<void> {
  for (const table of ['buyback', 'item'])
    await world.sql(
      `update ${table} set created_at = $2::timestamptz - $3 * interval '1 day' where ${table === 'item' ? 'buyback_id' : 'id'} = $1`,
      buybackId,
      world.startedAt,
      days,
    )
}

/** What a device says of its prices that took a product some days ago, a day after the server had confirmed them. */
function takenDaysAgo(days: number, version: string) {
  return { version, ageMs: dayMs, confirmedAtMs: world.startedAt.getTime() - (days + 1) * dayMs }
}

describe('finalising what was predeclared on the web', () => {
  it('takes the product into the store at the promised price, under the details of the customer', async () => {
    const { buybackId, itemId } = await predeclared()
    await price(12_000)
    const { version } = await device.refetch()
    const now = { ageMs: 0, confirmedAtMs: world.startedAt.getTime() }
    const op = await finalizing(itemId, { imei: '351234567890123', catalog: { ...now, version } })
    const [outcome] = await device.push(op)
    expect(outcome).toMatchObject({ status: 'applied', result: { itemId, priceBasis: 'predeclared' } })
    expect((await device.push(op))[0]).toEqual(outcome)
    const [row] = await world.sql(
      `select b.status, b.store_id, i.store_id as item_store, i.status as item_status, i.imei, b.declared_price_cents,
        c.email, (select array_agg(h.action order by h.server_at, h.id) from item_history h where h.item_id = i.id) as actions
        from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
        join customer c on c.account_id = b.account_id and c.id = b.customer_id where b.id = $1`,
      buybackId,
    )
    expect(row).toEqual({
      status: 'bb_awaiting_inventory',
      store_id: device.storeId,
      item_store: device.storeId,
      item_status: 'item_awaiting_inventory',
      imei: '351234567890123',
      declared_price_cents: 20_000,
      email: 'anna.martin@exemple.fr',
      actions: ['create', 'finalize'],
    })
  })

  it('is refused where its customer cancelled it before the device sent its work, and the history says who', async () => {
    const { buybackId, itemId } = await predeclared()
    const captured = await finalizing(itemId, { imei: '351234567890123' })
    const token = trackingToken(testVault, { accountId: world.accountId, buybackId })
    const path = `/api/tracking/${token}/cancel`
    const cancelled = await world.api.request(path, { method: 'POST', json: { reason: 'mistake' } })
    expect(cancelled.status).toBe(200)
    expect((await device.push(captured)).map(said)).toEqual(['rejected BUYBACK_CANCELLED'])
    const lines = await world.sql(
      `select h.action, h.actor_id as actor, b.status from item_history h join item i on i.id = h.item_id
        join buyback b on b.id = i.buyback_id where h.item_id = $1 order by h.server_at desc, h.id desc limit 1`,
      itemId,
    )
    expect(lines).toEqual([{ action: 'customer_cancel', actor: null, status: 'bb_cancelled' }])
  })

  it('counts the prices of the catalog after fifteen days', async () => {
    const { buybackId, itemId } = await predeclared()
    await declaredDaysAgo(buybackId, 15)
    await price(18_000)
    const { version } = await device.refetch()
    const catalog = { version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() }
    expect((await device.push(await finalizing(itemId, { catalog }))).map(said)).toEqual([
      'rejected BUYBACK_PRICE_CHANGED',
    ])
    const now = await finalizing(itemId, { catalog, prices: plainPrices(18_000) })
    const [outcome] = await device.push(now)
    expect(outcome).toMatchObject({ status: 'applied', result: { priceBasis: 'current', totalPriceCents: 18_000 } })
  })

  it('takes today’s price into the same buyback, with both prices in its history', async () => {
    const { buybackId, itemId } = await predeclared()
    await declaredDaysAgo(buybackId, 16)
    await price(18_000)
    const { version } = await device.refetch()
    const catalog = { version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() }
    const count = async () => (await world.sql('select id from buyback')).length
    const before = await count()
    const op = await finalizing(itemId, { catalog, prices: plainPrices(18_000) })
    const [outcome] = await device.push(op)
    expect((await device.push(op))[0]).toEqual(outcome)
    expect(await count()).toBe(before)
    const [row] = await world.sql(
      `select b.status, b.declared_price_cents, b.predeclared_price_cents,
        (select jsonb_agg(h.details) from item_history h where h.item_id = $2 and h.action = 'finalize') as taken
        from buyback b where b.id = $1`,
      buybackId,
      itemId,
    )
    expect(row).toEqual({
      status: 'bb_awaiting_inventory',
      declared_price_cents: 18_000,
      predeclared_price_cents: 20_000,
      taken: [{ storeId: device.storeId, priceBasis: 'current', priceCents: 18_000, promisedPriceCents: 20_000 }],
    })
  })

  it('keeps the promise that held when the product was taken, however late the device delivers', async () => {
    const { buybackId, itemId } = await predeclared()
    await declaredDaysAgo(buybackId, 16)
    await price(18_000)
    const { version } = await device.refetch()
    const [outcome] = await device.push(await finalizing(itemId, { catalog: takenDaysAgo(2, version) }))
    expect(outcome).toMatchObject({ status: 'applied', result: { priceBasis: 'predeclared', totalPriceCents: 20_000 } })
  })

  it('keeps no promise that had ended when the product was taken', async () => {
    const { buybackId, itemId } = await predeclared()
    await declaredDaysAgo(buybackId, 16)
    await price(18_000)
    const { version } = await device.refetch()
    const catalog = takenDaysAgo(1, version)
    expect((await device.push(await finalizing(itemId, { catalog }))).map(said)).toEqual([
      'rejected BUYBACK_PRICE_CHANGED',
    ])
  })

  it('keeps no ended promise for a moment that the device had sent everything of', async () => {
    const tablet = await createCounterDevice(world)
    await signedInDaysAgo(tablet, 29)
    const sent = async (days: number): Promise<void> => {
      const sold = await tablet.sale()
      await tablet.push(sold)
      const at = new Date(world.startedAt.getTime() - days * dayMs)
      await world.sql('update sync_op set received_at = $2 where op_id = $1', sold.opId, at)
    }
    const finalized = async (days: number) => {
      const { buybackId, itemId } = await predeclared()
      await declaredDaysAgo(buybackId, 25)
      await price(18_000)
      const { version } = await tablet.refetch()
      const op = await finalizing(itemId, { catalog: takenDaysAgo(days, version) })
      const ofTablet = tablet.operation('finalizeInStore', op.args, op.lanes)
      const [outcome] = await tablet.push({ ...ofTablet, v: 2 })
      await price(20_000)
      await tablet.refetch()
      return said(outcome!)
    }
    await sent(14)
    await sent(12.5)
    expect(await finalized(11)).toBe('applied')
    await world.sql('delete from sync_op where device_id = $1 and type = $2', tablet.deviceId, 'finalizeInStore')
    await sent(3)
    await sent(1.5)
    expect(await finalized(11)).toBe('rejected COUNTER_AGE_DOUBTED')
  })

  it('believes of no delivery that it took longer than a device may take', async () => {
    const { buybackId, itemId } = await predeclared()
    await declaredDaysAgo(buybackId, 46)
    await price(18_000)
    const { version } = await device.refetch()
    const catalog = takenDaysAgo(40, version)
    expect((await device.push(await finalizing(itemId, { catalog }))).map(said)).toEqual([
      'rejected BUYBACK_PRICE_CHANGED',
    ])
  })

  it('judges what a device captured that does not say when by the day of its delivery', async () => {
    const [fresh, old] = [await predeclared(), await predeclared()]
    await declaredDaysAgo(fresh.buybackId, 14)
    await declaredDaysAgo(old.buybackId, 15)
    await price(18_000)
    const { version } = await device.refetch()
    const before = async ({ itemId }: Predeclared): Promise<Operation> => ({
      ...(await finalizing(itemId, { catalog: { version, ageMs: 0 } })),
      v: 1,
    })
    expect((await device.push(await before(fresh), await before(old))).map(said)).toEqual([
      'applied',
      'rejected BUYBACK_PRICE_CHANGED',
    ])
  })

  it('keeps the promise for a product that has left the catalog, and takes it no more once the promise has ended', async () => {
    const [held, late] = [await predeclared(), await predeclared()]
    await declaredDaysAgo(held.buybackId, 14)
    await declaredDaysAgo(late.buybackId, 15)
    const show = (status: string) => world.sql('update product set status = $2 where id = $1', world.phoneId, status)
    await show('draft')
    try {
      const { version } = await device.refetch()
      const catalog = { version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() }
      const better = { ...plainPrices(20_000), estimatedPriceCents: 25_000, totalPriceCents: 25_000 }
      const take = async ({ itemId }: Predeclared, prices = plainPrices(20_000)) =>
        (await device.push(await finalizing(itemId, { catalog, prices }))).map(said)
      expect(await take(held, better)).toEqual(['rejected BUYBACK_PRICE_CHANGED'])
      expect(await take(held)).toEqual(['applied'])
      expect(await take(late)).toEqual(['rejected PRODUCT_NO_LONGER_EXISTS'])
    } finally {
      await show('published')
    }
    const [row] = await world.sql(
      'select status, declared_price_cents, declared_grade from buyback where id = $1',
      held.buybackId,
    )
    expect(row).toMatchObject({ status: 'bb_awaiting_inventory', declared_price_cents: 20_000 })
    expect(row!['declared_grade']).not.toBeNull()
  })

  it('takes what names a shipping method that its circuit has no more', async () => {
    const { buybackId, itemId } = await predeclared()
    const { shippingMethodId } = world.circuits.web_drop
    const [other] = await world.sql(
      `insert into shipping_method (account_id, id, type, description)
       select account_id, uuid_v7(now()), type, 'Of today' from shipping_method where id = $1 returning id`,
      shippingMethodId,
    )
    const move = (from: unknown, to: unknown) =>
      world.sql('update circuit_shipping_method set shipping_method_id = $2 where shipping_method_id = $1', from, to)
    await move(shippingMethodId, other!['id'])
    try {
      const { version } = await device.refetch()
      const catalog = { version, ageMs: 0, confirmedAtMs: world.startedAt.getTime() }
      expect((await device.push(await finalizing(itemId, { catalog }))).map(said)).toEqual(['applied'])
      const [row] = await world.sql('select shipping_method_id from buyback where id = $1', buybackId)
      expect(row).toEqual({ shipping_method_id: other!['id'] })
    } finally {
      await move(other!['id'], shippingMethodId)
    }
  })

  it('happens once, by the first operation that arrives', async () => {
    const { itemId } = await predeclared()
    const [one, other] = [await finalizing(itemId), await finalizing(itemId)]
    expect((await device.push(one, other)).map(said)).toEqual(['applied', 'rejected BUYBACK_ALREADY_FINALIZED'])
  })

  it('finds no item that does not exist, and none of another store’s seller', async () => {
    expect((await device.push(await finalizing(newId()))).map(said)).toEqual(['rejected ITEM_UNKNOWN'])
    const { itemId } = await predeclared()
    const elsewhere = await finalizing(itemId, { storeId: world.api.accounts.retailer.southStoreId })
    expect((await device.push(elsewhere)).map(said)).toEqual(['rejected SYNC_OUT_OF_SCOPE'])
  })

  it('is found by any store under its numbers, without a word about the customer', async () => {
    const { buybackId, itemId } = await predeclared()
    const [row] = await world.sql('select identification_number as number from buyback where id = $1', buybackId)
    const number = String(row!['number'])
    for (const code of [number, itemId]) {
      const answer = await device.session.request(`/api/counter/predeclared/${code}`)
      const text = await answer.text()
      expect(JSON.parse(text)).toMatchObject({
        itemId,
        number,
        storeId: null,
        declaredPriceCents: 20_000,
        declaration: { priceCents: 20_000 },
        questionnaire: { id: world.questionnaireId },
      })
      expect(text).not.toMatch(/Martin|anna/i)
    }
    const op = await finalizing(itemId)
    expect((await device.push(op)).map(said)).toEqual(['applied'])
    expect((await device.session.request(`/api/counter/predeclared/${number}`)).status).toBe(404)
  })

  it('opens the details of its own item alone', async () => {
    const [one, other] = [await predeclared(), await predeclared()]
    const sealed = await device.seal({ kind: 'item', id: other.itemId })
    expect((await device.push(await finalizing(one.itemId, { sealed }))).map(said)).toEqual([
      'rejected COUNTER_DETAILS_UNREADABLE',
    ])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSettled, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { LossPlace } from '#domain/buyback/loss.ts'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { itemStatuses, type ItemStatus } from '#domain/warehouse/item-status.ts'
import { isInsideWarehouse } from '#domain/warehouse/transitions.ts'
import type { TestSession } from '#tests/support/api.ts'
import { ids } from '#tests/support/factories.ts'
import {
  createSaleWorld,
  outcomeOf,
  plainPrices,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

let world: SaleWorld
let visitor: Asker
let manager: TestSession
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  manager = await as('root_management_unit_manager')
})
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

async function as(who: string): Promise<TestSession> {
  const session = sessions.get(who) ?? (await world.api.signIn(who))
  sessions.set(who, session)
  return session
}

const post = async (asker: Asker, path: string, json: object) =>
  outcomeOf(await asker.request(path, { method: 'POST', json }))

/** A buyback of the north store, on its way or as told. */
async function made(
  itemStatus: ItemStatus,
  buybackStatus: BuybackStatus = 'bb_in_processing',
  payment = 'awaiting_payment',
): Promise<string> {
  const seller = await as('admin')
  const { northStoreId, warehouseId } = world.api.accounts.retailer
  const sold = await post(seller, `/api/store/${northStoreId}/buybacks`, saleOf(world, 'store_drop'))
  const id = String(sold.body['id'])
  const inside = isInsideWarehouse(itemStatus)
  const native = itemStatus === 'item_in_quarantine' ? 'in_quarantine' : 'to_refurbish'
  await world.sql(
    `update item set status = $2, warehouse_id = $3, facts = '{}', tested = $5,
      stock_id = case when $4 then (select id from stock where warehouse_id = $3 and native = $6) end
      where buyback_id = $1`,
    id,
    itemStatus,
    inside ? warehouseId : null,
    inside && itemStatus !== 'item_registered_in_warehouse',
    isSettled(buybackStatus),
    native,
  )
  await world.sql(`update buyback set payment_status = $2 where id = $1 and payment_status <> $2`, id, payment)
  await world.sql(
    `update buyback set status = $2, settled_at = case when $3 then now() end,
      cancel_reason = case when $2 = 'bb_cancelled' then 'other' end,
      validated_price_cents = case when $3 then 18000 end where id = $1`,
    id,
    buybackStatus,
    isSettled(buybackStatus),
  )
  return id
}

async function stateOf(id: string): Promise<Record<string, unknown>> {
  const [row] = await world.sql(
    `select b.status, i.status as item, b.payment_status as payment, s.native, i.warehouse_id is not null as inside,
      b.validated_price_cents as validated, b.settled_at is not null as settled, i.left_status as left,
      b.cancel_reason as reason, b.cancel_comment as comment
      from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
      left join stock s on s.account_id = i.account_id and s.id = i.stock_id where b.id = $1`,
    id,
  )
  return row ?? {}
}

const cancel = (asker: Asker, id: string, change: object = {}) =>
  post(asker, `/api/buybacks/${id}/cancel`, { reason: 'customer_retraction', comment: 'Changed her mind', ...change })

const lose = (asker: Asker, id: string, place: LossPlace) => post(asker, `/api/buybacks/${id}/lost`, { place })

describe('cancelling', () => {
  const cancellable = ['awaiting_payment', 'payment_created', 'payment_failed']

  it.each(paymentStatuses)('with a payment that is %s', async (payment) => {
    const id = await made('item_awaiting_inventory', 'bb_awaiting_inventory', payment)
    const first = await cancel(manager, id)
    const stays = payment === 'payment_cancelled' || payment === 'payment_not_needed'
    if (cancellable.includes(payment) || stays) {
      const after = stays ? payment : 'payment_cancelled'
      expect(first.body).toEqual({ id, status: 'bb_cancelled', itemStatus: 'item_cancelled', paymentStatus: after })
      return
    }
    expect(first).toMatchObject({ status: 409, code: 'PAYMENT_CANNOT_BE_CANCELLED' })
    expect(await stateOf(id)).toMatchObject({ status: 'bb_awaiting_inventory', payment, reason: null })
    const forced = await cancel(manager, id, { force: true })
    expect(forced.body).toEqual({ id, status: 'bb_cancelled', itemStatus: 'item_cancelled', paymentStatus: payment })
  })

  it.each(itemStatuses)('an item that is %s', async (status) => {
    const id = await made(status, isInsideWarehouse(status) ? 'bb_in_processing' : 'bb_in_transit')
    const outcome = await cancel(manager, id)
    expect(outcome.status).toBe(200)
    expect(await stateOf(id)).toMatchObject(
      isInsideWarehouse(status)
        ? { status: 'bb_cancelled', item: 'item_to_return', native: 'customer_return', inside: true }
        : { status: 'bb_cancelled', item: 'item_cancelled', native: null, inside: false },
    )
  })

  it('by force sets the product aside where the customer keeps the money', async () => {
    const id = await made('item_completed', 'bb_completed', 'payment_completed')
    expect((await cancel(manager, id, { force: true })).body).toMatchObject({ itemStatus: 'item_in_quarantine' })
    expect(await stateOf(id)).toMatchObject({ native: 'in_quarantine', payment: 'payment_completed' })
  })

  it('keeps reason and comment, and a line of history with who did it', async () => {
    const id = await made('item_in_transit', 'bb_in_transit')
    await cancel(manager, id, { reason: 'technical_problem', comment: ' Twice ' })
    expect(await stateOf(id)).toMatchObject({ reason: 'technical_problem', comment: 'Twice' })
    const [line] = await world.sql(
      `select h.action, h.from_status, h.to_status, h.comment, h.actor_id, h.details from item_history h
        join item i on i.id = h.item_id where i.buyback_id = $1 order by h.server_at desc, h.id desc limit 1`,
      id,
    )
    expect(line).toEqual({
      action: 'cancel',
      from_status: 'item_in_transit',
      to_status: 'item_cancelled',
      comment: 'Twice',
      actor_id: world.api.accounts.userIds['root_management_unit_manager@retailer.example'],
      details: { reason: 'technical_problem', force: false, paymentStatus: 'awaiting_payment' },
    })
  })

  it('is irreversible, and happens once under 20 at a time', async () => {
    const id = await made('item_in_transit', 'bb_in_transit')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => cancel(manager, id)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(outcomes.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['BUYBACK_NOT_CANCELLABLE']),
    )
    expect(await cancel(manager, await made('item_in_quarantine', 'bb_not_completed'))).toMatchObject({
      status: 409,
      code: 'BUYBACK_NOT_CANCELLABLE',
    })
  })

  it('takes the item out of its open package, and lets the devices know', async () => {
    const id = await made('item_awaiting_inventory', 'bb_awaiting_inventory')
    const [packageId] = ids(1)
    const { northStoreId, warehouseId } = world.api.accounts.retailer
    await world.sql(
      `with i as (update item set facts = jsonb_build_object('packageId', $2::text) where buyback_id = $1 returning id)
        insert into package (account_id, id, origin_store_id, destination_warehouse_id, item_ids, opened_by, opened_at)
        select $3, $2::uuid, $4, $5, array[i.id], $6, now() from i`,
      id,
      packageId,
      world.accountId,
      northStoreId,
      warehouseId,
      world.api.accounts.userIds['store_seller@retailer.example'],
    )
    const before = await changesOf(id)
    await cancel(manager, id)
    expect(await world.sql('select item_ids, version from package where id = $1', packageId)).toEqual([
      { item_ids: [], version: 2 },
    ])
    expect(await world.sql(`select facts from item where buyback_id = $1`, id)).toEqual([
      { facts: { packageId: null } },
    ])
    expect(await changesOf(id)).toBeGreaterThan(before)
  })

  it('voids a price that was proposed', async () => {
    const id = await made('item_in_quarantine')
    await world.sql(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents)
        select account_id, $2, id, buyback_id, 9000 from item where buyback_id = $1`,
      id,
      randomUUID(),
    )
    await cancel(manager, id)
    const [row] = await world.sql(
      'select voided_at is not null as voided from price_proposal where buyback_id = $1',
      id,
    )
    expect(row).toEqual({ voided: true })
  })

  it.each([
    ['admin', 200],
    ['super_admin', 200],
    ['root_management_unit_manager', 200],
    ['root_management_unit_analyst', 403],
    ['management_unit_manager', 200],
    ['management_unit_analyst', 403],
    ['store_manager', 200],
    ['store_seller', 403],
    ['warehouse_manager', 403],
    ['warehouse_operator', 403],
    ['buyer_manager', 403],
    ['admin@other.example', 404],
  ])('by %s answers %i', async (who, status) => {
    const id = await made('item_in_transit', 'bb_in_transit')
    expect((await cancel(await as(who), id)).status).toBe(status)
  })

  it('reaches no buyback of another branch or of no store', async () => {
    const id = await made('item_in_transit', 'bb_in_transit')
    await world.sql('update buyback set store_id = $2 where id = $1', id, world.api.accounts.retailer.southStoreId)
    expect((await cancel(await as('store_manager'), id)).status).toBe(404)
    expect((await cancel(await as('management_unit_manager'), id)).status).toBe(404)
    expect((await cancel(manager, randomUUID())).status).toBe(404)
    expect((await visitor.request(`/api/buybacks/${id}/cancel`, { method: 'POST', json: {} })).status).toBe(401)
  })

  it.each([
    [{ reason: 'boredom' }, 422],
    [{ comment: 'x'.repeat(256) }, 422],
    [{ comment: 'x'.repeat(255) }, 200],
    [{ force: 'yes' }, 422],
    [{ silently: true }, 400],
  ])('with %j answers %i', async (change, status) => {
    const id = await made('item_in_transit', 'bb_in_transit')
    expect((await cancel(manager, id, change)).status).toBe(status)
  })
})

describe('declaring an item lost', () => {
  const placeOf = (status: ItemStatus): LossPlace | null => {
    if (status === 'item_awaiting_inventory') return 'store'
    if (status === 'item_in_transit' || status === 'item_returned') return 'transport'
    return isInsideWarehouse(status) ? 'warehouse' : null
  }

  it.each(itemStatuses)('that is %s is possible where it is and nowhere else', async (status) => {
    for (const place of ['store', 'transport', 'warehouse'] as const) {
      const id = await made(status, 'bb_in_processing')
      const outcome = await lose(manager, id, place)
      if (placeOf(status) !== place) {
        expect(outcome).toMatchObject({ status: 409, code: 'BUYBACK_NOT_LOST_THERE' })
        expect(await stateOf(id)).toMatchObject({ status: 'bb_in_processing', item: status })
        continue
      }
      expect(outcome.body).toMatchObject({
        status: 'bb_completed',
        itemStatus: `item_lost_${place}`,
        paymentStatus: 'payment_created',
      })
      expect(await stateOf(id)).toMatchObject({ validated: 20_000, settled: true, inside: false })
    }
  })

  it.each(['bb_not_completed', 'bb_cancelled'] as const)('completes and pays one that was %s', async (status) => {
    const id = await made('item_to_return', status, 'payment_cancelled')
    expect((await lose(manager, id, 'warehouse')).body).toMatchObject({
      status: 'bb_completed',
      paymentStatus: 'payment_created',
    })
  })

  it.each([
    'bb_completed',
    'bb_completed_by_price',
    'bb_completed_with_absorption',
    'bb_completed_with_negociation',
  ] as const)('pays nothing more of one that is %s, and keeps its price', async (status) => {
    const id = await made('item_refurb_in_progress', status, 'payment_completed')
    expect((await lose(manager, id, 'warehouse')).body).toMatchObject({ status, paymentStatus: 'payment_completed' })
    expect(await stateOf(id)).toMatchObject({ validated: 18_000, left: 'item_refurb_in_progress' })
  })

  it('happens once under 20 at a time', async () => {
    const id = await made('item_in_transit', 'bb_in_transit')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => lose(manager, id, 'transport')))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.sql('select amount_cents from payment where buyback_id = $1', id)).toEqual([
      { amount_cents: 20_000 },
    ])
  })

  it.each([
    ['admin', [200, 200, 200]],
    ['super_admin', [200, 200, 200]],
    ['root_management_unit_manager', [200, 200, 200]],
    ['root_management_unit_analyst', [403, 403, 403]],
    ['management_unit_manager', [200, 403, 403]],
    ['management_unit_analyst', [403, 403, 403]],
    ['store_manager', [200, 403, 403]],
    ['store_seller', [403, 403, 403]],
    ['warehouse_manager', [403, 200, 200]],
    ['warehouse_operator', [403, 403, 403]],
    ['buyer_manager', [403, 403, 403]],
    ['admin@other.example', [404, 404, 404]],
  ])('by %s in store, transport and warehouse answers %j', async (who, expected) => {
    const session = await as(who)
    const found = [
      await lose(session, await made('item_awaiting_inventory', 'bb_awaiting_inventory'), 'store'),
      await lose(session, await made('item_in_transit', 'bb_in_transit'), 'transport'),
      await lose(session, await made('item_awaiting_compliancy_tests'), 'warehouse'),
    ]
    expect(found.map(({ status }) => status)).toEqual(expected)
  })
})

describe('finalising in a store', () => {
  const finalBody = (change: object = {}) => ({
    questionnaireId: world.questionnaireId,
    answers: world.answers.best,
    paymentModeId: world.transferId,
    prices: plainPrices(20_000),
    termsAccepted: true,
    ...change,
  })
  const predeclared = async (): Promise<string> => {
    const sold = await post(visitor, '/api/buybacks', saleOf(world, 'web_drop'))
    return String(sold.body['id'])
  }
  const finalize = async (id: string, change: object = {}, who = 'store_seller', storeId?: string) =>
    post(
      await as(who),
      `/api/store/${storeId ?? world.api.accounts.retailer.northStoreId}/buybacks/${id}/finalize`,
      finalBody(change),
    )
  const age = (id: string, interval: string) =>
    world.sql(
      'update buyback set created_at = $2::timestamptz - $3::interval where id = $1',
      id,
      world.startedAt,
      interval,
    )
  const raise = (cents: number) =>
    world.sql(
      `update product_price set price_cents = $2 where product_id = $1 and grade = 'grade_a'`,
      world.phoneId,
      cents,
    )

  it('brings the product into the store, under the customer’s own details', async () => {
    const id = await predeclared()
    const outcome = await finalize(id, { imei: '351234567890123' })
    expect(outcome.body).toMatchObject({
      id,
      status: 'bb_awaiting_inventory',
      itemStatus: 'item_awaiting_inventory',
      totalPriceCents: 20_000,
      priceBasis: 'predeclared',
    })
    const [row] = await world.sql(
      `select b.store_id, i.store_id as item_store, i.imei, b.predeclared_price_cents, b.declared_price_cents, c.email,
        (select array_agg(h.action order by h.server_at, h.id) from item_history h where h.item_id = i.id) as actions
        from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
        join customer c on c.account_id = b.account_id and c.id = b.customer_id where b.id = $1`,
      id,
    )
    const { northStoreId } = world.api.accounts.retailer
    expect(row).toEqual({
      store_id: northStoreId,
      item_store: northStoreId,
      imei: '351234567890123',
      predeclared_price_cents: 20_000,
      declared_price_cents: 20_000,
      email: 'anna.martin@exemple.fr',
      actions: ['create', 'finalize'],
    })
    expect(await finalize(id)).toMatchObject({ status: 409, code: 'BUYBACK_ALREADY_FINALIZED' })
  })

  it('takes one that names no shipping method', async () => {
    const id = await predeclared()
    await world.sql('update buyback set shipping_method_id = null where id = $1', id)
    expect((await finalize(id)).status).toBe(200)
  })

  it('prices what is found by the promised prices within 15 days', async () => {
    const id = await predeclared()
    await raise(18_000)
    await age(id, '15 days -1 second')
    const kept = await finalize(id, { answers: world.answers.scratched, prices: plainPrices(14_250) })
    const other = await predeclaredAt(18_000)
    const held = await finalize(other, { prices: plainPrices(20_000) })
    await raise(20_000)
    expect(kept.body).toMatchObject({ priceBasis: 'predeclared', totalPriceCents: 14_250 })
    expect(held).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
  })

  async function predeclaredAt(cents: number): Promise<string> {
    const sold = await post(visitor, '/api/buybacks', saleOf(world, 'web_drop', { prices: plainPrices(cents) }))
    return String(sold.body['id'])
  }

  it('warns after 15 days, and takes today’s prices', async () => {
    const id = await predeclared()
    await raise(18_000)
    await age(id, '15 days')
    const old = await finalize(id)
    const now = await finalize(id, { prices: plainPrices(18_000) })
    await raise(20_000)
    expect(old).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
    expect(old.body).toMatchObject({ details: { current: { totalPriceCents: 18_000 } } })
    expect(now.body).toMatchObject({ priceBasis: 'current', totalPriceCents: 18_000 })
    const [row] = await world.sql('select predeclared_price_cents, declared_price_cents from buyback where id = $1', id)
    expect(row).toEqual({ predeclared_price_cents: 20_000, declared_price_cents: 18_000 })
  })

  it('is refused of a cancelled buyback, another circuit, an unknown one and another branch', async () => {
    const cancelled = await predeclared()
    await cancel(manager, cancelled)
    expect(await finalize(cancelled)).toMatchObject({ status: 409, code: 'BUYBACK_CANCELLED' })
    const posted = await post(visitor, '/api/buybacks', saleOf(world, 'web_post'))
    expect((await finalize(String(posted.body['id']))).status).toBe(404)
    expect((await finalize(randomUUID())).status).toBe(404)
    const { southStoreId } = world.api.accounts.retailer
    expect((await finalize(await predeclared(), {}, 'store_seller', southStoreId)).status).toBe(404)
    expect((await finalize(await predeclared(), {}, 'admin@other.example')).status).toBe(404)
    expect((await finalize(await predeclared(), { termsAccepted: false })).code).toBe('CUSTOMER_INVALID')
  })

  it.each([
    ['admin', 200],
    ['root_management_unit_analyst', 403],
    ['management_unit_manager', 200],
    ['store_manager', 200],
    ['store_seller', 200],
    ['warehouse_manager', 403],
    ['buyer_manager', 403],
  ])('by %s answers %i', async (who, status) => {
    expect((await finalize(await predeclared(), {}, who)).status).toBe(status)
  })
})

async function changesOf(buybackId: string): Promise<number> {
  const rows = await world.sql(
    'select 1 from sync_change c join item i on i.id = c.entity_id where i.buyback_id = $1',
    buybackId,
  )
  return rows.length
}

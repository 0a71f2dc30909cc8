// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { itemStatuses } from '#domain/item/item-status.ts'
import { isInsideWarehouse } from '#domain/item/item-transitions.ts'
import type { TestSession } from '#tests/support/api.ts'
import { cancelAs, createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { ids } from '#tests/support/factories.ts'
import type { Asker } from '#tests/support/sale-world.ts'

let world: ChangeWorld
let visitor: Asker
let manager: TestSession

beforeAll(async () => {
  world = await createChangeWorld()
  visitor = await world.visitor()
  manager = await world.as('root_management_unit_manager')
})
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

describe('cancelling', () => {
  const cancellable = ['awaiting_payment', 'payment_created', 'payment_failed']

  it.each(paymentStatuses)('with a payment that is %s (BB-31)', async (payment) => {
    const id = await world.made('item_awaiting_inventory', 'bb_awaiting_inventory', payment)
    const first = await cancelAs(manager, id)
    const stays = payment === 'payment_cancelled' || payment === 'payment_not_needed'
    if (cancellable.includes(payment) || stays) {
      const after = stays ? payment : 'payment_cancelled'
      expect(first.body).toEqual({ id, status: 'bb_cancelled', itemStatus: 'item_cancelled', paymentStatus: after })
      return
    }
    expect(first).toMatchObject({ status: 409, code: 'PAYMENT_CANNOT_BE_CANCELLED' })
    expect(await world.stateOf(id)).toMatchObject({ status: 'bb_awaiting_inventory', payment, reason: null })
    const forced = await cancelAs(manager, id, { force: true })
    expect(forced.body).toEqual({ id, status: 'bb_cancelled', itemStatus: 'item_cancelled', paymentStatus: payment })
  })

  it.each(itemStatuses)('an item that is %s', async (status) => {
    const id = await world.made(status, isInsideWarehouse(status) ? 'bb_in_processing' : 'bb_in_transit')
    const outcome = await cancelAs(manager, id)
    expect(outcome.status).toBe(200)
    expect(await world.stateOf(id)).toMatchObject(
      isInsideWarehouse(status)
        ? { status: 'bb_cancelled', item: 'item_to_return', native: 'customer_return', inside: true }
        : { status: 'bb_cancelled', item: 'item_cancelled', native: null, inside: false },
    )
  })

  it('by force sets the product aside where the customer keeps the money', async () => {
    const id = await world.made('item_completed', 'bb_completed', 'payment_completed')
    expect((await cancelAs(manager, id, { force: true })).body).toMatchObject({ itemStatus: 'item_in_quarantine' })
    expect(await world.stateOf(id)).toMatchObject({ native: 'in_quarantine', payment: 'payment_completed' })
  })

  it('keeps reason and comment, and a line of history with who did it', async () => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
    await cancelAs(manager, id, { reason: 'technical_problem', comment: ' Twice ' })
    expect(await world.stateOf(id)).toMatchObject({ reason: 'technical_problem', comment: 'Twice' })
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

  it('is irreversible, and happens once under 20 at a time (BB-29)', async () => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => cancelAs(manager, id)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(outcomes.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['BUYBACK_NOT_CANCELLABLE']),
    )
    expect(await cancelAs(manager, await world.made('item_in_quarantine', 'bb_not_completed'))).toMatchObject({
      status: 409,
      code: 'BUYBACK_NOT_CANCELLABLE',
    })
  })

  it('takes the item out of its open package, and lets the devices know', async () => {
    const id = await world.made('item_awaiting_inventory', 'bb_awaiting_inventory')
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
    await cancelAs(manager, id)
    expect(await world.sql('select item_ids, version from package where id = $1', packageId)).toEqual([
      { item_ids: [], version: 2 },
    ])
    expect(await world.sql(`select facts from item where buyback_id = $1`, id)).toEqual([
      { facts: { packageId: null } },
    ])
    expect(await changesOf(id)).toBeGreaterThan(before)
  })

  it('voids a price that was proposed', async () => {
    const id = await world.made('item_in_quarantine')
    await world.sql(
      `insert into price_proposal (account_id, id, item_id, buyback_id, price_cents)
        select account_id, $2, id, buyback_id, 9000 from item where buyback_id = $1`,
      id,
      randomUUID(),
    )
    await cancelAs(manager, id)
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
    const id = await world.made('item_in_transit', 'bb_in_transit')
    expect((await cancelAs(await world.as(who), id)).status).toBe(status)
  })

  it('reaches no buyback of another branch or of no store', async () => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
    await world.sql('update buyback set store_id = $2 where id = $1', id, world.api.accounts.retailer.southStoreId)
    expect((await cancelAs(await world.as('store_manager'), id)).status).toBe(404)
    expect((await cancelAs(await world.as('management_unit_manager'), id)).status).toBe(404)
    expect((await cancelAs(manager, randomUUID())).status).toBe(404)
    expect((await visitor.request(`/api/buybacks/${id}/cancel`, { method: 'POST', json: {} })).status).toBe(401)
  })

  it.each([
    [{ reason: 'boredom' }, 422],
    [{ comment: 'x'.repeat(256) }, 422],
    [{ comment: 'x'.repeat(255) }, 200],
    [{ force: 'yes' }, 422],
    [{ silently: true }, 400],
  ])('with %j answers %i', async (change, status) => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
    expect((await cancelAs(manager, id, change)).status).toBe(status)
  })
})

async function changesOf(buybackId: string): Promise<number> {
  const rows = await world.sql(
    'select 1 from sync_change c join item i on i.id = c.entity_id where i.buyback_id = $1',
    buybackId,
  )
  return rows.length
}

// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LossPlace } from '#domain/buyback/loss-place.ts'
import { itemStatuses, type ItemStatus } from '#domain/item/item-status.ts'
import { isInsideWarehouse } from '#domain/item/item-transitions.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { postAs, type Asker } from '#tests/support/sale-world.ts'

let world: ChangeWorld
let manager: TestSession

beforeAll(async () => {
  world = await createChangeWorld()
  manager = await world.as('root_management_unit_manager')
})
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

const lose = (asker: Asker, id: string, place: LossPlace) => postAs(asker, `/api/buybacks/${id}/lost`, { place })

describe('declaring an item lost', () => {
  const placeOf = (status: ItemStatus): LossPlace | null => {
    if (status === 'item_awaiting_inventory') return 'store'
    if (status === 'item_in_transit' || status === 'item_returned') return 'transport'
    return isInsideWarehouse(status) ? 'warehouse' : null
  }

  it.each(itemStatuses)('that is %s is possible where it is and nowhere else (BB-37)', async (status) => {
    for (const place of ['store', 'transport', 'warehouse'] as const) {
      const id = await world.made(status, 'bb_in_processing')
      const outcome = await lose(manager, id, place)
      if (placeOf(status) !== place) {
        expect(outcome).toMatchObject({ status: 409, code: 'BUYBACK_NOT_LOST_THERE' })
        expect(await world.stateOf(id)).toMatchObject({ status: 'bb_in_processing', item: status })
        continue
      }
      expect(outcome.body).toMatchObject({
        status: 'bb_completed',
        itemStatus: `item_lost_${place}`,
        paymentStatus: 'payment_created',
      })
      expect(await world.stateOf(id)).toMatchObject({ validated: 20_000, settled: true, inside: false })
    }
  })

  it.each(['bb_not_completed', 'bb_cancelled'] as const)('completes and pays one that was %s', async (status) => {
    const id = await world.made('item_to_return', status, 'payment_cancelled')
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
    const id = await world.made('item_refurb_in_progress', status, 'payment_completed')
    expect((await lose(manager, id, 'warehouse')).body).toMatchObject({ status, paymentStatus: 'payment_completed' })
    expect(await world.stateOf(id)).toMatchObject({ validated: 18_000, left: 'item_refurb_in_progress' })
  })

  it.each(['payment_initiated', 'payment_completed', 'payment_failed'])(
    'keeps the final price of one that was cancelled by force and whose payment is %s',
    async (payment) => {
      const id = await world.made('item_in_quarantine', 'bb_completed')
      await world.sql(`update buyback set payment_status = 'payment_initiated' where id = $1`, id)
      await world.sql(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, id)
      await world.sql('update buyback set payment_status = $2 where id = $1 and payment_status <> $2', id, payment)
      expect((await lose(manager, id, 'warehouse')).body).toMatchObject({
        status: 'bb_completed',
        paymentStatus: payment,
      })
      expect(await world.stateOf(id)).toMatchObject({ validated: 18_000 })
      const [paid] = await world.sql('select amount_cents from payment where buyback_id = $1', id)
      expect(await (await manager.request(`/api/buybacks/${id}`)).json()).toMatchObject({
        validatedPriceCents: 18_000,
        paidPriceCents: paid?.['amount_cents'],
      })
    },
  )

  it('pays the declared price of a contract that froze nothing', async () => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
    await world.sql('update buyback set declaration = null where id = $1', id)
    expect((await lose(manager, id, 'transport')).body).toMatchObject({ paymentStatus: 'payment_created' })
    expect(await world.sql('select amount_cents from payment where buyback_id = $1', id)).toEqual([
      { amount_cents: 20_000 },
    ])
  })

  it('happens once under 20 at a time', async () => {
    const id = await world.made('item_in_transit', 'bb_in_transit')
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
  ])('by %s in store, transport and warehouse answers %j (BB-36)', async (who, expected) => {
    const session = await world.as(who)
    const found = [
      await lose(session, await world.made('item_awaiting_inventory', 'bb_awaiting_inventory'), 'store'),
      await lose(session, await world.made('item_in_transit', 'bb_in_transit'), 'transport'),
      await lose(session, await world.made('item_awaiting_compliancy_tests'), 'warehouse'),
    ]
    expect(found.map(({ status }) => status)).toEqual(expected)
  })
})

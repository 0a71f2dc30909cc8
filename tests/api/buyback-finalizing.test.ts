// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelAs, createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { plainPrices, postAs, priceThePhone, saleOf, type Asker } from '#tests/support/sale-world.ts'

let world: ChangeWorld
let visitor: Asker

beforeAll(async () => {
  world = await createChangeWorld()
  visitor = await world.visitor()
})
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

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
    const sold = await postAs(visitor, '/api/buybacks', saleOf(world, 'web_drop'))
    return String(sold.body['id'])
  }
  const finalize = async (id: string, change: object = {}, who = 'store_seller', storeId?: string) =>
    postAs(
      await world.as(who),
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
  const raise = (cents: number) => priceThePhone(world, cents)

  it('brings the product into the store, under the customer’s own details (BB-28)', async () => {
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

  it('takes one whose shipping method has been given up since, by one that its circuit has today', async () => {
    const id = await predeclared()
    const { shippingMethodId } = world.circuits.web_drop
    const today = await world.sql(
      `insert into shipping_method (account_id, id, type, description)
       select account_id, uuid_v7(now()), type, 'Of today' from shipping_method where id = $1 returning id`,
      shippingMethodId,
    )
    const [other] = today.map((row) => String(row['id']))
    await world.sql(
      'update circuit_shipping_method set shipping_method_id = $2 where shipping_method_id = $1',
      shippingMethodId,
      other,
    )
    try {
      expect(await finalize(id)).toMatchObject({ status: 200, body: { priceBasis: 'predeclared' } })
      const [row] = await world.sql('select shipping_method_id from buyback where id = $1', id)
      expect(row).toEqual({ shipping_method_id: other })
    } finally {
      await world.sql(
        'update circuit_shipping_method set shipping_method_id = $2 where shipping_method_id = $1',
        other,
        shippingMethodId,
      )
    }
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
    const sold = await postAs(visitor, '/api/buybacks', saleOf(world, 'web_drop', { prices: plainPrices(cents) }))
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
    await cancelAs(await world.as('root_management_unit_manager'), cancelled)
    expect(await finalize(cancelled)).toMatchObject({ status: 409, code: 'BUYBACK_CANCELLED' })
    const posted = await postAs(visitor, '/api/buybacks', saleOf(world, 'web_post'))
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

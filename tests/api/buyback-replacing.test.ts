// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createSaleWorld,
  plainPrices,
  postAs,
  priceThePhone,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

let world: SaleWorld
let visitor: Asker

beforeAll(async () => {
  world = await createSaleWorld()
})
beforeEach(async () => {
  await priceThePhone(world, 20_000)
  visitor = await world.visitor()
})
afterAll(() => world.close())

interface Former {
  readonly id: string
  readonly trackingToken: string
}

/** A buyback that was predeclared sixteen days ago at 200 euros; the phone is worth 180 now. */
async function predeclaredLongAgo(): Promise<Former> {
  const { body } = await postAs(visitor, '/api/buybacks', saleOf(world, 'web_drop'))
  const id = String(body['id'])
  for (const [table, key] of [
    ['buyback', 'id'],
    ['item', 'buyback_id'],
  ])
    await world.sql(
      `update ${table} set created_at = $2::timestamptz - interval '16 days' where ${key} = $1`,
      id,
      world.startedAt,
    )
  await priceThePhone(world, 18_000)
  return { id, trackingToken: String(body['trackingToken']) }
}

const put = (cartId: string, replaces: object, asker: Asker = visitor, inCartId: string = randomUUID()) =>
  postAs(asker, '/api/buybacks', {
    ...saleOf(world, 'web_drop', { prices: plainPrices(18_000) }),
    cartId,
    inCartId,
    replaces,
  })

const validate = (cartId: string, asker: Asker = visitor) => postAs(asker, `/api/cart/${cartId}/validate`)

async function stateOf(buybackId: string) {
  const [row] = await world.sql(
    `select b.status, i.status as item_status, b.cancel_reason, b.cancel_comment from buyback b
      join item i on i.account_id = b.account_id and i.buyback_id = b.id where b.id = $1`,
    buybackId,
  )
  return row
}

const cancellingsOf = (buybackId: string) =>
  world.sql(
    `select h.details from item_history h join item i on i.account_id = h.account_id and i.id = h.item_id
      where i.buyback_id = $1 and h.action = 'replace'`,
    buybackId,
  )

const open = { status: 'bb_awaiting_store_drop', item_status: 'item_awaiting_store_drop' }
const cancelled = { status: 'bb_cancelled', item_status: 'item_cancelled' }

describe('a predeclared buyback that is declared again at today’s price', () => {
  it('gives way to the new one when its cart is validated, once, with both prices in its history', async () => {
    const former = await predeclaredLongAgo()
    const cartId = randomUUID()
    const line = await put(cartId, { buybackId: former.id })
    expect(line).toMatchObject({ status: 200, body: { totalPriceCents: 18_000 } })
    expect(await stateOf(former.id)).toMatchObject(open)
    const sold = await validate(cartId)
    expect(sold.status).toBe(200)
    expect(await validate(cartId)).toEqual(sold)
    const number = line.body['identificationNumber']
    expect(await stateOf(former.id)).toEqual({ ...cancelled, cancel_reason: 'other', cancel_comment: number })
    expect(await cancellingsOf(former.id)).toEqual([
      {
        details: {
          reason: 'other',
          replacedById: line.body['id'],
          replacedBy: number,
          promisedPriceCents: 20_000,
          priceCents: 18_000,
        },
      },
    ])
    expect(await stateOf(String(line.body['id']))).toMatchObject(open)
  })

  it('gives way at once to one without a cart', async () => {
    const former = await predeclaredLongAgo()
    const sale = saleOf(world, 'web_drop', { prices: plainPrices(18_000), replaces: { buybackId: former.id } })
    const sold = await postAs(visitor, '/api/buybacks', sale)
    expect(sold.status).toBe(200)
    expect(await stateOf(former.id)).toMatchObject(cancelled)
  })

  it('gives way to the holder of its private link, and to nobody else', async () => {
    const former = await predeclaredLongAgo()
    const [other, cartId] = [await world.visitor(), randomUUID()]
    const { id: buybackId, trackingToken } = former
    expect(await put(cartId, { buybackId }, other)).toMatchObject({ status: 422, code: 'REQUEST_INVALID' })
    const forged = { buybackId, trackingToken: `t_${'a'.repeat(75)}` }
    expect(await put(cartId, forged, other)).toMatchObject({ status: 422, code: 'REQUEST_INVALID' })
    expect((await put(cartId, { buybackId, trackingToken }, other)).status).toBe(200)
    expect((await validate(cartId, other)).status).toBe(200)
    expect(await stateOf(buybackId)).toMatchObject(cancelled)
  })

  it('is refused, and no second one made, where the first was closed in the meantime', async () => {
    const former = await predeclaredLongAgo()
    const [cartId, late, inCartId] = [randomUUID(), randomUUID(), randomUUID()]
    await put(cartId, { buybackId: former.id })
    const second = await put(late, { buybackId: former.id }, visitor, inCartId)
    expect((await validate(cartId)).status).toBe(200)
    expect(await validate(late)).toMatchObject({
      status: 409,
      code: 'BUYBACK_CANCELLED',
      body: { details: { inCartId } },
    })
    expect(await world.sql('select id from buyback where id = $1', second.body['id'])).toEqual([])
    expect(await put(randomUUID(), { buybackId: former.id })).toMatchObject({ status: 409, code: 'BUYBACK_CANCELLED' })
  })

  it('is refused where a store has taken the product in', async () => {
    const former = await predeclaredLongAgo()
    await world.sql(`update item set status = 'item_awaiting_inventory' where buyback_id = $1`, former.id)
    await world.sql(`update buyback set status = 'bb_awaiting_inventory' where id = $1`, former.id)
    expect(await put(randomUUID(), { buybackId: former.id })).toMatchObject({
      status: 409,
      code: 'BUYBACK_ALREADY_FINALIZED',
    })
  })
})

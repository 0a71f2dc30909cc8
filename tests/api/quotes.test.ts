// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import {
  createSaleWorld,
  outcomeOf,
  plainPrices,
  postAs,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

let world: SaleWorld
let visitor: Asker

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
})
afterAll(() => world.close())

async function keptPrice(): Promise<string> {
  const { questionnaireId, answers, phoneId: productId } = world
  const asked = { productId, questionnaireId, answers: answers.best, prices: plainPrices(20_000) }
  return ((await postAs(visitor, '/api/quotes', asked)).body as unknown as QuoteAnswer).token
}
const sell = (quoteToken: string, seller: Asker) => postAs(seller, '/api/buybacks', { ...saleOf(world), quoteToken })
const cancel = (id: unknown) =>
  world.sql(`update buyback set status = 'bb_cancelled', cancel_reason = 'other' where id = $1`, id)
const isSold = async (token: string) => (await outcomeOf(await visitor.request(`/api/quotes/${token}`))).body['isSold']

/** A cart of a customer of its own, with a line at the kept price. */
async function cartAt(quoteToken: string) {
  const [seller, cartId] = [await world.visitor(), randomUUID()]
  const put = async (inCartId: string = randomUUID()) => {
    const { status, body } = await postAs(seller, '/api/buybacks', { ...saleOf(world), cartId, inCartId, quoteToken })
    return { inCartId, status, buybackId: body['id'] }
  }
  const line = await put()
  return { ...line, put, validate: () => postAs(seller, `/api/cart/${cartId}/validate`, undefined) }
}

describe('a kept price', () => {
  it('is honoured once, says then that it was sold, and again once that sale is cancelled', async () => {
    const token = await keptPrice()
    const first = await sell(token, await world.visitor())
    const second = await sell(token, await world.visitor())
    expect([first.status, second.status, second.code]).toEqual([200, 409, 'QUOTE_SOLD'])
    expect(await isSold(token)).toBe(true)
    await cancel(first.body['id'])
    expect((await sell(token, await world.visitor())).status).toBe(200)
  })

  it('is sold by one of two carts, and the other is told which of its lines is not', async () => {
    const token = await keptPrice()
    const [first, second] = [await cartAt(token), await cartAt(token)]
    expect((await first.validate()).status).toBe(200)
    expect(await second.validate()).toMatchObject({
      status: 409,
      code: 'QUOTE_SOLD',
      body: { field: 'quoteToken', details: { inCartId: second.inCartId } },
    })
    expect(await world.sql('select id from buyback where id = $1', second.buybackId)).toEqual([])
    await cancel(first.buybackId)
    expect((await second.validate()).status).toBe(200)
    // The price is the second sale's by now: nothing of the first frees it.
    await cancel(first.buybackId)
    expect(await isSold(token)).toBe(true)
  })

  it('is sold by one line of a cart', async () => {
    const token = await keptPrice()
    const cart = await cartAt(token)
    const twice = await cart.put()
    expect(twice.status).toBe(200)
    expect(await cart.validate()).toMatchObject({ code: 'QUOTE_SOLD', body: { details: { inCartId: twice.inCartId } } })
    expect(await world.sql('select id from buyback where id = $1', cart.buybackId)).toEqual([])
    expect(await isSold(token)).toBe(false)
  })

  it('is sold by one of those who press at once, alone or with a cart', async () => {
    const token = await keptPrice()
    const carts = [await cartAt(token), await cartAt(token), await cartAt(token)]
    const sellers = [await world.visitor(), await world.visitor(), await world.visitor()]
    const answers = await Promise.all([
      ...sellers.map((seller) => sell(token, seller)),
      ...carts.map(({ validate }) => validate()),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['QUOTE_SOLD']))
  })
})

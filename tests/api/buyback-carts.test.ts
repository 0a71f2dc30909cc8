// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepCarts } from '#api/features/buyback/cart-rules-queries.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import {
  createSaleWorld,
  customerForm,
  outcomeOf,
  plainPrices,
  postAs,
  priceThePhone,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'

const hour = 3_600_000
const day = 24 * hour

let world: SaleWorld
let visitor: Asker

beforeAll(async () => {
  world = await createSaleWorld()
})
beforeEach(async () => {
  world.clock.now = world.startedAt
  visitor = await world.visitor()
})
afterAll(() => world.close())

const later = (ms: number): void => {
  world.clock.now = new Date(world.startedAt.getTime() + ms)
}

const post = (path: string, json: object | undefined, asker: Asker = visitor) => postAs(asker, path, json)

const put = (cartId: string, inCartId: string, change: object = {}, asker: Asker = visitor) =>
  post('/api/buybacks', { ...saleOf(world), cartId, inCartId, ...change }, asker)

const validate = (cartId: string, asker: Asker = visitor) => post(`/api/cart/${cartId}/validate`, undefined, asker)

const cable = () => ({ productId: world.cableId, questionnaireId: null, answers: [], prices: plainPrices(500) })

const buybacksOf = (cartId: string) =>
  world.sql(
    `select b.id, b.customer_id from buyback b join cart_line l on l.account_id = b.account_id and l.buyback_id = b.id
      where l.cart_id = $1`,
    cartId,
  )

describe('a cart', () => {
  it('makes buybacks of all its lines together, of one customer, when it is validated', async () => {
    const cartId = randomUUID()
    const first = await put(cartId, randomUUID())
    const second = await put(cartId, randomUUID(), cable())
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await buybacksOf(cartId)).toEqual([])
    const validated = await validate(cartId)
    expect(validated.body).toMatchObject({
      cartId,
      totalPriceCents: 20_500,
      buybacks: [
        { id: first.body['id'], identificationNumber: first.body['identificationNumber'], totalPriceCents: 20_000 },
        { id: second.body['id'], identificationNumber: second.body['identificationNumber'], totalPriceCents: 500 },
      ],
    })
    const rows = await buybacksOf(cartId)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ customer_id }) => customer_id)).size).toBe(1)
  })

  it('keeps the bank account for the lines that are paid by transfer, whichever line came first', async () => {
    const cartId = randomUUID()
    const gift = [{ source: 'payment_mode', label: 'Gift card', valueCents: 2000 }]
    const prices = { estimatedPriceCents: 20_000, impactPriceEntries: gift, totalPriceCents: 22_000 }
    const first = await put(cartId, randomUUID(), { paymentModeId: world.giftCardId, prices })
    const second = await put(cartId, randomUUID(), cable())
    await validate(cartId)
    for (const { body } of [first, second]) {
      const infos = await outcomeOf(await visitor.request(`/api/buybacks/${String(body['id'])}/additional-infos`))
      expect(infos.body).toMatchObject({ iban: '0189', accountHolder: 'Anna Martin' })
    }
  })

  it('keeps what waits sealed, and forgets it once it is validated', async () => {
    const cartId = randomUUID()
    await put(cartId, randomUUID())
    const text = async (): Promise<string> =>
      JSON.stringify(
        await world.sql(
          `select l.answer, encode(l.sealed, 'escape') as sealed, encode(c.wrapped_key, 'escape') as key, l.sealed is null as gone
            from cart_line l join cart c on c.account_id = l.account_id and c.id = l.cart_id where c.id = $1`,
          cartId,
        ),
      )
    const waiting = await text()
    for (const secret of ['Martin', 'anna.martin', 'Lilas', 'FR76']) expect(waiting).not.toContain(secret)
    expect(waiting).toContain('"gone":false')
    await validate(cartId)
    expect(await text()).toContain('"gone":true')
  })

  it('answers a line of 20 parallel repeats alike, and makes one buyback of it', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(cartId, inCartId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const validated = await Promise.all(Array.from({ length: 20 }, () => validate(cartId)))
    expect(new Set(validated.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(validated[0]?.status).toBe(200)
    expect(await buybacksOf(cartId)).toHaveLength(1)
    expect(JSON.stringify(await put(cartId, inCartId))).toBe(JSON.stringify(answers[0]))
    const [sold] = await world.sql(
      'select count(*)::int as count from customer where email = $1 and id in (select customer_id from buyback where id = $2)',
      customerForm.clientEmail,
      answers[0]?.body['id'],
    )
    expect(sold).toEqual({ count: 1 })
  })

  it('answers a repeated line as before although the price has changed', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    const first = await put(cartId, inCartId)
    await world.sql(
      'update product_price set price_cents = 19000 where product_id = $1 and grade = $2',
      world.phoneId,
      'grade_a',
    )
    const again = await put(cartId, inCartId)
    const other = await put(cartId, randomUUID())
    await world.sql(
      'update product_price set price_cents = 20000 where product_id = $1 and grade = $2',
      world.phoneId,
      'grade_a',
    )
    expect(again).toEqual(first)
    expect(other).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
  })

  it('refuses another content under the same ids', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    await put(cartId, inCartId)
    expect(await put(cartId, inCartId, cable())).toMatchObject({ status: 409, code: 'CART_LINE_CHANGED' })
    const iban = { bank: { iban: 'DE89370400440532013000', accountHolder: 'Anna Martin' } }
    expect(await put(cartId, inCartId, iban)).toMatchObject({ status: 409, code: 'CART_LINE_CHANGED' })
  })

  it('has one seller', async () => {
    const cartId = randomUUID()
    await put(cartId, randomUUID())
    const customer = { ...customerForm, clientFirstname: 'Jeanne' }
    expect(await put(cartId, randomUUID(), { customer })).toMatchObject({ status: 409, code: 'CART_CUSTOMER_DIFFERS' })
  })

  it('takes its first line after one that was refused', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    const wrong = { customer: { ...customerForm, clientEmail: 'anna' } }
    expect((await put(cartId, inCartId, wrong)).code).toBe('CUSTOMER_INVALID')
    expect((await put(cartId, inCartId)).status).toBe(200)
  })

  it('is of its visitor alone', async () => {
    const [cartId, inCartId] = [randomUUID(), randomUUID()]
    await put(cartId, inCartId)
    const stranger = await world.visitor()
    expect(await put(cartId, inCartId, {}, stranger)).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    expect(await validate(cartId, stranger)).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    expect(await validate(randomUUID())).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    const seller = await world.api.signIn('store_seller')
    expect(await validate(cartId, seller)).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    const analyst = await world.api.signIn('root_management_unit_analyst')
    expect(await validate(cartId, analyst)).toMatchObject({ status: 403, code: 'ACCESS_PERMISSION_MISSING' })
    expect((await validate(cartId)).status).toBe(200)
  })

  it('of a store is validated by the seller who filled it', async () => {
    const seller = await world.api.signIn('store_seller')
    const [cartId, { northStoreId }] = [randomUUID(), world.api.accounts.retailer]
    const line = { ...saleOf(world, 'store_drop'), cartId, inCartId: randomUUID() }
    expect((await post(`/api/store/${northStoreId}/buybacks`, line, seller)).status).toBe(200)
    expect((await validate(cartId, seller)).status).toBe(200)
    expect(await buybacksOf(cartId)).toHaveLength(1)
  })

  it('takes no line once it is validated', async () => {
    const cartId = randomUUID()
    await put(cartId, randomUUID())
    await validate(cartId)
    expect(await put(cartId, randomUUID())).toMatchObject({ status: 409, code: 'CART_ALREADY_VALIDATED' })
  })

  it('below the minimum makes no buyback at all, and says what is missing', async () => {
    await world.sql('update organization_root_detail set cart_min_value = 20500')
    const cartId = randomUUID()
    await put(cartId, randomUUID())
    const refused = await validate(cartId)
    const alone = await post('/api/buybacks', saleOf(world))
    await put(cartId, randomUUID(), cable())
    const enough = await validate(cartId)
    await world.sql('update organization_root_detail set cart_min_value = 0')
    expect(refused).toMatchObject({ status: 422, code: 'CART_BELOW_MINIMUM' })
    expect(refused.body['details']).toEqual({ minimumCents: 20_500, totalCents: 20_000, missingCents: 500 })
    expect(alone).toMatchObject({ status: 422, code: 'CART_BELOW_MINIMUM' })
    expect(enough.status).toBe(200)
    expect(await buybacksOf(cartId)).toHaveLength(2)
  })

  it('holds one product without the feature of several', async () => {
    const cartId = randomUUID()
    await put(cartId, randomUUID())
    await put(cartId, randomUUID(), cable())
    await world.sql(`update organization_root_detail set enabled_premium_features = '{payment_bonus}'`)
    const other = randomUUID()
    const [one, two] = [await put(other, randomUUID()), await put(other, randomUUID(), cable())]
    const both = await validate(cartId)
    await world.sql(
      `update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus}'`,
    )
    expect(one.status).toBe(200)
    expect(two).toMatchObject({ status: 409, code: 'CART_FULL', body: { details: { maximum: 1 } } })
    expect(both).toMatchObject({ status: 409, code: 'CART_FULL' })
    expect(await buybacksOf(cartId)).toEqual([])
  })

  it('waits a day, and is forgotten then', async () => {
    const cartId = randomUUID()
    const token = visitor
    await put(cartId, randomUUID())
    later(day - 1)
    expect((await validate(cartId, token)).status).toBe(200)
    world.clock.now = world.startedAt
    const slow = randomUUID()
    await put(slow, randomUUID())
    await world.sql(`update cart set created_at = created_at - interval '1 day' where id = $1`, slow)
    expect(await validate(slow)).toMatchObject({ status: 410, code: 'CART_EXPIRED' })
    expect(await put(slow, randomUUID())).toMatchObject({ status: 410, code: 'CART_EXPIRED' })
    const limits = { carts: new Date(world.startedAt.getTime() - hour), quotes: new Date(0) }
    expect(await sweepCarts(world.api.db, limits)).toBe(1)
    expect(await world.sql('select id from cart where id = any ($1)', [slow, cartId])).toEqual([{ id: cartId }])
    expect(await world.sql('select 1 from cart_line where cart_id = $1', slow)).toEqual([])
  })
})

describe('a locked offer', () => {
  const ask = (change: object = {}, asker: Asker = visitor) =>
    post(
      '/api/quotes',
      {
        productId: world.phoneId,
        questionnaireId: world.questionnaireId,
        answers: world.answers.best,
        prices: plainPrices(20_000),
        ...change,
      },
      asker,
    )
  const raise = (cents: number) => priceThePhone(world, cents)

  it('opens on another device, explained line by line, and ends after 15 days', async () => {
    const made = (await ask()).body as unknown as QuoteAnswer
    expect(made).toMatchObject({
      isExpired: false,
      estimatedPriceCents: 20_000,
      totalPriceCents: 20_000,
      grade: 'grade_a',
      product: { id: world.phoneId, slug: 'brand-phone-one', brand: 'Brand' },
      lines: [
        { title: 'The screen?', answer: 'Fine', impactCents: 0 },
        { title: 'The box?', answer: 'Yes', impactCents: 0 },
      ],
      options: null,
      currentEstimatedPriceCents: 20_000,
    })
    expect(new Date(made.expiresAt).getTime()).toBe(world.startedAt.getTime() + 15 * day)
    const other = await world.visitor()
    const opened = await outcomeOf(await other.request(`/api/quotes/${made.token}`))
    expect(opened.body).toEqual(made)
    for (const [ms, isExpired] of [
      [15 * day - 1, false],
      [15 * day, true],
    ] as const) {
      later(ms)
      const again = await world.visitor()
      expect((await outcomeOf(await again.request(`/api/quotes/${made.token}`))).body).toMatchObject({ isExpired })
    }
  })

  it('is honoured after a price fell, and shows what the product is worth today', async () => {
    const { token, priceVersion } = (await ask()).body as unknown as QuoteAnswer
    await raise(18_000)
    const opened = await outcomeOf(await visitor.request(`/api/quotes/${token}`))
    const later18 = (await ask({ prices: plainPrices(18_000) })).body as unknown as QuoteAnswer
    const without = await post('/api/buybacks', saleOf(world))
    const sold = await post('/api/buybacks', { ...saleOf(world), quoteToken: token })
    await raise(20_000)
    expect(opened.body).toMatchObject({ estimatedPriceCents: 20_000, currentEstimatedPriceCents: 18_000 })
    expect(later18.priceVersion).not.toBe(priceVersion)
    expect(without).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
    expect(sold).toMatchObject({ status: 200, body: { priceBasis: 'quote', totalPriceCents: 20_000 } })
    const [row] = await world.sql('select declaration from buyback where id = $1', sold.body['id'])
    expect(row?.['declaration']).toMatchObject({ prices: { grade_a: 20_000 }, priceCents: 20_000 })
  })

  it('locks the modifiers of the options that it was made with', async () => {
    const { id: circuitId, shippingMethodId } = world.circuits.web_post
    const options = { circuitId, shippingMethodId, paymentModeId: world.giftCardId }
    const gift = [{ source: 'payment_mode', label: 'Gift card', valueCents: 2000 }]
    const prices = { estimatedPriceCents: 20_000, impactPriceEntries: gift, totalPriceCents: 22_000 }
    const { token } = (await ask({ options, prices })).body as unknown as QuoteAnswer
    await world.sql(`update payment_mode set modifier_value = 5 where id = $1`, world.giftCardId)
    const sale = saleOf(world, 'web_post', { ...options, bank: undefined, prices })
    const without = await post('/api/buybacks', sale)
    const sold = await post('/api/buybacks', { ...sale, quoteToken: token })
    await world.sql(`update payment_mode set modifier_value = 10 where id = $1`, world.giftCardId)
    expect(without.code).toBe('BUYBACK_PRICE_CHANGED')
    expect(sold).toMatchObject({ status: 200, body: { totalPriceCents: 22_000 } })
  })

  it('is not honoured once it has expired by the clock', async () => {
    const { token } = (await ask()).body as unknown as QuoteAnswer
    later(15 * day - 1)
    const early = await post('/api/buybacks', { ...saleOf(world), quoteToken: token }, await world.visitor())
    later(15 * day)
    const late = await post('/api/buybacks', { ...saleOf(world), quoteToken: token }, await world.visitor())
    expect(early.status).toBe(200)
    expect(late).toMatchObject({ status: 410, code: 'QUOTE_EXPIRED' })
    expect(late.body).toMatchObject({ field: 'quoteToken' })
  })

  it('is not honoured for another product or condition, nor in another account', async () => {
    const { token } = (await ask()).body as unknown as QuoteAnswer
    const scratched = { answers: world.answers.scratched, prices: plainPrices(14_250) }
    expect((await post('/api/buybacks', { ...saleOf(world), ...scratched, quoteToken: token })).code).toBe(
      'QUOTE_DIFFERS',
    )
    expect((await post('/api/buybacks', { ...saleOf(world), ...cable(), quoteToken: token })).code).toBe(
      'QUOTE_DIFFERS',
    )
    const stranger = await world.api.signIn('admin@other.example')
    expect((await stranger.request(`/api/quotes/${token}`)).status).toBe(404)
    expect((await visitor.request(`/api/quotes/${token.slice(0, -1)}x`)).status).toBe(404)
  })

  it('is made of prices that the customer saw', async () => {
    expect(await ask({ prices: plainPrices(20_001) })).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
    expect(await ask({ productId: randomUUID() })).toMatchObject({ status: 404, code: 'PRODUCT_NO_LONGER_EXISTS' })
    const { circuitId, shippingMethodId, paymentModeId } = saleOf(world)
    const options = { circuitId, shippingMethodId, paymentModeId }
    for (const field of ['circuitId', 'shippingMethodId', 'paymentModeId']) {
      const { body } = await ask({ options: { ...options, [field]: randomUUID() } })
      expect(body, field).toMatchObject({ field: `options.${field}` })
    }
  })

  it('is not made where the buyer of the product is out of reach, nor without an IMEI that is collected', async () => {
    const { buyer } = world.api.accounts
    await world.sql(`update account_link set status = 'inactive'`)
    await world.sql(`update category set buyer_account_id = $1 where id = $2`, buyer.id, world.categoryId)
    const unreachable = await ask()
    await world.sql(`update account_link set status = 'active'`)
    await world.sql(`update category set buyer_account_id = null where id = $1`, world.categoryId)
    const features = (names: string) =>
      world.sql('update organization_root_detail set enabled_premium_features = $1', names)
    await features('{multi_product_cart,payment_bonus,imei_search_and_collect}')
    await world.sql(`update product set imei_collect = true where id = $1`, world.phoneId)
    const nameless = await ask()
    await features('{multi_product_cart,payment_bonus}')
    await world.sql(`update product set imei_collect = false where id = $1`, world.phoneId)
    expect(unreachable).toMatchObject({ status: 422, code: 'BUYBACK_BUYER_UNREACHABLE' })
    expect(nameless).toMatchObject({ status: 422, code: 'BUYBACK_IMEI_REQUIRED' })
  })
})

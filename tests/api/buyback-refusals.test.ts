import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createSaleWorld,
  customerForm,
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
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

const create = (body: object, asker: Asker = visitor) => postAs(asker, '/api/buybacks', body)

async function countBuybacks(): Promise<number> {
  const [row] = await world.sql('select count(*)::int as count from buyback where account_id = $1', world.accountId)
  return Number(row?.['count'])
}

const dayOf = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(at)

describe('a buyback is refused (PUB-31 to PUB-35)', () => {
  type Case = [
    name: string,
    code: string,
    status: number,
    change: () => Record<string, unknown>,
    before?: () => Promise<unknown>,
    after?: () => Promise<unknown>,
  ]
  const cases: Case[] = [
    ['an unknown product', 'PRODUCT_NO_LONGER_EXISTS', 404, () => ({ productId: randomUUID() })],
    [
      'an unpublished product',
      'PRODUCT_NOT_PUBLISHED',
      410,
      () => ({}),
      () => world.sql(`update product set status = 'draft' where id = $1`, world.phoneId),
      () => world.sql(`update product set status = 'published' where id = $1`, world.phoneId),
    ],
    ['an unanswered question', 'DIAGNOSTIC_UNANSWERED', 422, () => ({ answers: world.answers.best.slice(1) })],
    [
      'an answer of another question',
      'DIAGNOSTIC_ANSWER_UNKNOWN',
      422,
      () => ({ answers: world.answers.best.map(({ questionId }) => ({ questionId, answerId: randomUUID() })) }),
    ],
    [
      'a condition without a price',
      'PRICE_NOT_DEFINED',
      422,
      () => ({}),
      () => world.sql(`delete from product_price where product_id = $1 and grade = 'grade_a'`, world.phoneId),
      () => world.sql(`insert into product_price values ($1, $2, 'grade_a', 20000)`, world.accountId, world.phoneId),
    ],
    ['questions of another day', 'BUYBACK_QUESTIONS_CHANGED', 409, () => ({ questionnaireId: randomUUID() })],
    ['a circuit of stores', 'BUYBACK_CIRCUIT_NOT_AVAILABLE', 422, () => ({ circuitId: world.circuits.store_drop.id })],
    [
      'a shipping method of another circuit',
      'BUYBACK_OPTION_NOT_AVAILABLE',
      422,
      () => ({ shippingMethodId: world.circuits.web_drop.shippingMethodId }),
    ],
    ['an unknown payment mode', 'BUYBACK_OPTION_NOT_AVAILABLE', 422, () => ({ paymentModeId: randomUUID() })],
    [
      'a country without transport',
      'CIRCUIT_NO_TRANSPORT_MODE',
      409,
      () => ({ customer: { ...customerForm, clientCountry: 'DE', clientZipCode: '10115' } }),
    ],
    [
      'a circuit without payment mode',
      'CIRCUIT_NO_PAYMENT_MODE',
      409,
      () => ({}),
      () => world.sql(`update payment_mode set status = 'inactive'`),
      () => world.sql(`update payment_mode set status = 'active'`),
    ],
    [
      'a circuit for other countries',
      'BUYBACK_CIRCUIT_NOT_AVAILABLE',
      422,
      () => ({}),
      () => world.sql(`update circuit set eligible_countries = '{BE}'`),
      () => world.sql(`update circuit set eligible_countries = '{}'`),
    ],
    [
      'a logistics without warehouse',
      'CIRCUIT_NO_WAREHOUSE',
      409,
      () => ({}),
      () => world.sql('update warehouse_dispatch set default_warehouse_id = null'),
      () =>
        world.sql('update warehouse_dispatch set default_warehouse_id = $1', world.api.accounts.retailer.warehouseId),
    ],
    [
      'a buyer whose link has ended',
      'BUYBACK_BUYER_UNREACHABLE',
      422,
      () => ({}),
      () =>
        world.sql(
          `with ended as (update account_link set status = 'inactive')
            update category set buyer_account_id = $1 where id = $2`,
          world.api.accounts.buyer.id,
          world.categoryId,
        ),
      () =>
        world.sql(
          `with again as (update account_link set status = 'active')
            update category set buyer_account_id = null where id = $1`,
          world.categoryId,
        ),
    ],
    [
      'a product that is not taken for nothing',
      'BUYBACK_ZERO_NOT_ALLOWED',
      422,
      () => ({ prices: plainPrices(0) }),
      () =>
        world.sql(
          `with p as (update product_price set price_cents = 0 where product_id = $1)
            update product set buyback_zero_not_allowed = true where id = $1`,
          world.phoneId,
        ),
      () =>
        world.sql(
          `with p as (update product_price set price_cents = case grade when 'grade_a' then 20000 else 15000 end
            where product_id = $1) update product set buyback_zero_not_allowed = false where id = $1`,
          world.phoneId,
        ),
    ],
    ['an IMEI of letters', 'IMEI_MALFORMED', 422, () => ({ imei: '35123456789012A' })],
    [
      'a collected IMEI that is missing',
      'BUYBACK_IMEI_REQUIRED',
      422,
      () => ({}),
      () =>
        world.sql(
          `with f as (update organization_root_detail set enabled_premium_features =
              '{multi_product_cart,payment_bonus,imei_search_and_collect}')
            update product set imei_collect = true where id = $1`,
          world.phoneId,
        ),
      () =>
        world.sql(
          `with f as (update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus}')
            update product set imei_collect = false where id = $1`,
          world.phoneId,
        ),
    ],
    [
      'a drop in stores that take nothing of the kind',
      'BUYBACK_CIRCUIT_NOT_AVAILABLE',
      422,
      () => saleOf(world, 'web_drop'),
      () => world.sql(`update circuit set status = 'disabled' where type = 'store_drop'`),
      () => world.sql(`update circuit set status = 'enabled' where type = 'store_drop'`),
    ],
    [
      'a rule that has been switched off',
      'BUYBACK_CIRCUIT_NOT_AVAILABLE',
      422,
      () => ({}),
      () => world.sql(`update dispatch_circuit_rule set status = 'disabled'`),
      () => world.sql(`update dispatch_circuit_rule set status = 'enabled'`),
    ],
    ['an unknown store', 'BUYBACK_STORE_UNKNOWN', 422, () => ({ storeId: randomUUID() })],
    ['an offer that nobody made', 'QUOTE_DIFFERS', 422, () => ({ quoteToken: `q_${'a'.repeat(43)}` })],
    ['unaccepted terms', 'CUSTOMER_INVALID', 422, () => ({ termsAccepted: false })],
    ['a transfer without account', 'CUSTOMER_INVALID', 422, () => ({ bank: undefined })],
  ]

  it.each<Case>(cases)('for %s: %s', async (...[, code, status, change, before, after]) => {
    await before?.()
    const count = await countBuybacks()
    try {
      expect(await create(saleOf(world, 'web_post', change()))).toMatchObject({ status, code })
      expect(await countBuybacks()).toBe(count)
    } finally {
      await after?.()
    }
  })

  it('with the field of what is none of the account’s', async () => {
    const own = saleOf(world)
    for (const field of ['productId', 'circuitId', 'shippingMethodId', 'paymentModeId'])
      expect((await create({ ...own, [field]: randomUUID() })).body, field).toMatchObject({ field })
  })

  it('for a total below nothing', async () => {
    const cable = { productId: world.cableId, questionnaireId: null, answers: [] }
    await world.sql(`update product_price set price_cents = 499 where product_id = $1`, world.cableId)
    const refused = await create(saleOf(world, 'web_collect', { ...cable, prices: plainPrices(-1) }))
    await world.sql(`update product_price set price_cents = 500 where product_id = $1`, world.cableId)
    expect(refused).toMatchObject({ status: 422, code: 'BUYBACK_TOTAL_NEGATIVE' })
  })

  it('with every fault of the form, by the keys of its messages', async () => {
    const customer = { ...customerForm, clientLastname: '', clientEmail: 'anna', clientPhone: '12' }
    const refused = await create(saleOf(world, 'web_post', { customer, bank: { iban: 'FR76', accountHolder: '' } }))
    expect(refused.body).toMatchObject({
      code: 'CUSTOMER_INVALID',
      field: 'clientLastname',
      details: {
        faults: [
          { field: 'clientLastname', error: 'requiredBetween', min: 1, max: 255 },
          { field: 'clientEmail', error: 'emailInvalid' },
          { field: 'clientPhone', error: 'phoneInvalid' },
          { field: 'iban', error: 'ibanInvalid' },
          { field: 'accountHolder', error: 'requiredBetween', min: 1, max: 70 },
        ],
      },
    })
  })

  it('without an identification while the account demands one', async () => {
    await world.sql('update organization_root_detail set customer_identity_document_required = true')
    const refused = await create(saleOf(world))
    const identification = {
      clientNationalIdentificationType: 'passport',
      clientNationalIdentification: '12AB34567',
      clientNationalIdentificationDeliveryDate: dayOf(world.startedAt),
      clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
    }
    const taken = await create(saleOf(world, 'web_post', { identification }))
    const tomorrow = {
      ...identification,
      clientNationalIdentificationDeliveryDate: dayOf(new Date(world.startedAt.getTime() + 86_400_000)),
    }
    const early = await create(saleOf(world, 'web_post', { identification: tomorrow }))
    await world.sql('update organization_root_detail set customer_identity_document_required = false')
    expect(refused).toMatchObject({ code: 'CUSTOMER_INVALID' })
    expect(taken.status).toBe(200)
    expect(early.body).toMatchObject({ details: { faults: [{ error: 'dateInFuture' }] } })
  })

  it('of a user who may not create any', async () => {
    for (const [who, status] of [
      ['root_management_unit_analyst', 403],
      ['warehouse_operator', 403],
      ['buyer_manager', 403],
      ['store_seller', 200],
    ] as const) {
      const user = await world.api.signIn(who)
      expect((await create(saleOf(world), user)).status, who).toBe(status)
    }
    expect((await world.api.request('/api/buybacks', { method: 'POST', json: saleOf(world) })).status).toBe(401)
  })

  it('with fields that nobody asked for', async () => {
    expect(await create(saleOf(world, 'web_post', { status: 'bb_completed' }))).toMatchObject({
      status: 400,
      code: 'REQUEST_UNKNOWN_FIELD',
    })
    expect(await create(saleOf(world, 'web_post', { cartId: randomUUID() }))).toMatchObject({
      status: 422,
      code: 'REQUEST_INVALID',
    })
  })
})

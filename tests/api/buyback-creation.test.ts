// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreatedBuybackAnswer } from '#sync/calls/buyback.ts'
import type { ListedBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { hasGs1CheckDigit } from '#domain/kernel/check-digit.ts'
import {
  createSaleWorld,
  customerForm,
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
beforeEach(() => {
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

const create = (body: object, asker: Asker = visitor) => postAs(asker, '/api/buybacks', body)

async function created(body: object): Promise<CreatedBuybackAnswer> {
  const { status, body: answer } = await create(body)
  expect(answer).not.toHaveProperty('code')
  expect(status).toBe(200)
  return answer as unknown as CreatedBuybackAnswer
}

async function countBuybacks(): Promise<number> {
  const [row] = await world.sql('select count(*)::int as count from buyback where account_id = $1', world.accountId)
  return Number(row?.['count'])
}

describe('a buyback on the web', () => {
  it('is alive at once without a cart, with number, item, history, customer and frozen declaration (BB-26)', async () => {
    const answer = await created(saleOf(world))
    expect(answer).toMatchObject({ estimatedPriceCents: 20_000, totalPriceCents: 20_000, priceBasis: 'current' })
    expect(answer.identificationNumber).toMatch(/^2\d{12}$/)
    expect(hasGs1CheckDigit(answer.identificationNumber)).toBe(true)
    const [row] = await world.sql(
      `select b.status, i.status as item_status, i.identification_number as item_code, b.declaration,
        b.predeclared_price_cents, b.declared_price_cents, b.payment_status, b.payment_mode_id, b.shipping_method_id,
        i.destination_warehouse_id, h.action, h.from_status, h.to_status, h.actor_id, c.email, c.phone, c.zip_code,
        b.created_at
        from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
        join item_history h on h.account_id = b.account_id and h.item_id = i.id
        join customer c on c.account_id = b.account_id and c.id = b.customer_id where b.id = $1`,
      answer.id,
    )
    expect(row).toMatchObject({
      status: 'bb_awaiting_inventory',
      item_status: 'item_created',
      item_code: answer.identificationNumber,
      predeclared_price_cents: 20_000,
      declared_price_cents: 20_000,
      payment_status: 'awaiting_payment',
      payment_mode_id: world.transferId,
      shipping_method_id: world.circuits.web_post.shippingMethodId,
      destination_warehouse_id: world.api.accounts.retailer.warehouseId,
      action: 'create',
      from_status: null,
      to_status: 'item_created',
      actor_id: null,
      email: customerForm.clientEmail,
      phone: '+33612345678',
      created_at: world.clock.now,
    })
    expect(row?.['declaration']).toEqual({
      productId: world.phoneId,
      simple: false,
      prices: { grade_a: 20_000, grade_b: 15_000 },
      questionnaireId: world.questionnaireId,
      answers: world.answers.best,
      grade: 'grade_a',
      priceCents: 20_000,
      absorption: null,
      modifiers: [],
    })
  })

  it.each([
    ['web_drop', 'bb_awaiting_store_drop', 'item_awaiting_store_drop'],
    ['web_post', 'bb_awaiting_inventory', 'item_created'],
    ['web_drop_label', 'bb_awaiting_inventory', 'item_created'],
    ['web_collect', 'bb_awaiting_inventory', 'item_created'],
  ] as const)('of circuit %s begins as %s', async (circuit, status, itemStatus) => {
    const { id } = await created(saleOf(world, circuit))
    const found = await outcomeOf(await visitor.request(`/api/buybacks/${id}`))
    expect(found.body).toMatchObject({ status, item: { status: itemStatus }, circuit: { type: circuit } })
  })

  it('freezes the modifiers that it was made with, each a line', async () => {
    const prices = {
      estimatedPriceCents: 14_250,
      impactPriceEntries: [
        { source: 'shipping_method', label: 'web_collect', valueCents: -500 },
        { source: 'payment_mode', label: 'Gift card', valueCents: 1425 },
      ],
      totalPriceCents: 15_175,
    }
    const gift = { paymentModeId: world.giftCardId, bank: undefined, answers: world.answers.scratched, prices }
    const answer = await created(saleOf(world, 'web_collect', gift))
    expect(answer.impactPriceEntries).toEqual(prices.impactPriceEntries)
    const [row] = await world.sql('select bonus_cents, declaration from buyback where id = $1', answer.id)
    expect(row).toMatchObject({ bonus_cents: 1425, declaration: { grade: 'grade_b', priceCents: 14_250 } })
    expect(row).toHaveProperty('declaration.modifiers.length', 2)
  })

  it('promises in the list what its detail and its papers promise', async () => {
    const line = { source: 'shipping_method', label: 'web_collect', valueCents: -500 }
    const prices = { ...plainPrices(20_000), impactPriceEntries: [line], totalPriceCents: 19_500 }
    const { id, identificationNumber } = await created(saleOf(world, 'web_collect', { prices }))
    const admin = await world.api.signIn('admin')
    const detail = (await outcomeOf(await admin.request(`/api/buybacks/${id}`))).body
    const list = (await outcomeOf(await admin.request(`/api/buybacks?code=${identificationNumber}`))).body
    const [listed] = list['hydra:member'] as readonly ListedBuybackAnswer[]
    expect([listed?.declaredPriceCents, listed?.totalPriceCents]).toEqual([20_000, 19_500])
    expect(detail).toMatchObject({ declaredPriceCents: 20_000, totalPriceCents: 19_500 })
  })

  it('shows the bonus that its price of now gives, in the detail as in lists and exports', async () => {
    const line = (valueCents: number) => [{ source: 'payment_mode', label: 'Gift card', valueCents }]
    const prices = { ...plainPrices(20_000), impactPriceEntries: line(2_000), totalPriceCents: 22_000 }
    const gift = { paymentModeId: world.giftCardId, bank: undefined, prices }
    const { id, identificationNumber } = await created(saleOf(world, 'web_post', gift))
    const admin = await world.api.signIn('admin')
    const shown = async () => {
      const detail = (await outcomeOf(await admin.request(`/api/buybacks/${id}`))).body
      const list = (await outcomeOf(await admin.request(`/api/buybacks?code=${identificationNumber}`))).body
      const [listed] = list['hydra:member'] as readonly ListedBuybackAnswer[]
      const csv = await admin.request(`/api/buybacks.csv?code=${identificationNumber}&language=fr-FR`)
      const [head, row] = (await csv.text()).split('\r\n').map((cells) => cells.split(';'))
      const { impactPriceEntries, bonusCents } = detail
      return [impactPriceEntries, bonusCents, listed?.bonusCents, row?.[head?.indexOf('Bonus') ?? -1]]
    }
    expect(await shown()).toEqual([line(2_000), 2_000, 2_000, '20,00'])
    await world.sql(
      `update buyback set status = 'bb_completed_with_negociation', settled_at = now(), validated_price_cents = 12000
       where id = $1`,
      id,
    )
    expect(await shown()).toEqual([line(1_200), 1_200, 1_200, '12,00'])
  })

  it('has no payment bonus without the premium feature', async () => {
    await world.sql(`update organization_root_detail set enabled_premium_features = '{multi_product_cart}'`)
    const gift = { paymentModeId: world.giftCardId, bank: undefined }
    await created(saleOf(world, 'web_post', gift))
    await world.sql(
      `update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus}'`,
    )
    expect(await create(saleOf(world, 'web_post', gift))).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
  })

  it('of a simple product asks nothing', async () => {
    const cable = { productId: world.cableId, questionnaireId: null, answers: [], prices: plainPrices(500) }
    const { id } = await created(saleOf(world, 'web_post', cable))
    const [row] = await world.sql('select declaration from buyback where id = $1', id)
    expect(row?.['declaration']).toMatchObject({
      simple: true,
      answers: null,
      questionnaireId: null,
      grade: 'functional',
    })
  })

  it('takes numbers that nobody has, also under many at once', { tags: ['slow'] }, async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => created(saleOf(world))))
    expect(new Set(made.map(({ identificationNumber }) => identificationNumber)).size).toBe(20)
  })

  it.each([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ])('refuses prices off by one cent (%i, %i, %i), and shows both', async (off, line, total) => {
    const before = await countBuybacks()
    const seen = {
      estimatedPriceCents: 20_000 + off,
      impactPriceEntries: [{ source: 'shipping_method', label: 'x', valueCents: -500 + line }],
      totalPriceCents: 19_500 + total,
    }
    const refused = await create(saleOf(world, 'web_collect', { prices: seen }))
    expect(refused).toMatchObject({ status: 409, code: 'BUYBACK_PRICE_CHANGED' })
    expect(refused.body['details']).toEqual({
      seen,
      current: {
        estimatedPriceCents: 20_000,
        impactPriceEntries: [{ source: 'shipping_method', label: 'web_collect', valueCents: -500 }],
        totalPriceCents: 19_500,
      },
    })
    expect(await countBuybacks()).toBe(before)
  })
})

describe('the rules of a category', () => {
  it('hold for the categories below it', async () => {
    const below = randomUUID()
    await world.sql(
      `insert into category (account_id, id, name, identifier, parent_category_id) values ($1, $2, 'Below', 'below', $3)`,
      world.accountId,
      below,
      world.categoryId,
    )
    const cable = { productId: world.cableId, questionnaireId: null, answers: [], prices: plainPrices(500) }
    await world.sql('update product set main_category_id = $2 where id = $1', world.cableId, below)
    const { id } = await created(saleOf(world, 'web_post', cable))
    await world.sql('update product set main_category_id = $2 where id = $1', world.cableId, world.categoryId)
    expect(await world.sql('select category_id from buyback where id = $1', id)).toEqual([{ category_id: below }])
  })
})

describe('a buyback in a store', () => {
  const store = () => world.api.accounts.retailer
  const sell = async (
    who: string,
    storeId: string,
    circuit: 'store_drop' | 'store_collect' | 'web_post' = 'store_drop',
  ) => {
    const user = await world.api.signIn(who)
    return postAs(user, `/api/store/${storeId}/buybacks`, saleOf(world, circuit))
  }

  it.each([
    ['admin', 200, 200],
    ['super_admin', 200, 200],
    ['root_management_unit_manager', 200, 200],
    ['root_management_unit_analyst', 403, 403],
    ['management_unit_manager', 200, 404],
    ['management_unit_analyst', 403, 403],
    ['store_manager', 200, 404],
    ['store_seller', 200, 404],
    ['warehouse_manager', 403, 403],
    ['warehouse_operator', 403, 403],
    ['buyer_manager', 403, 403],
  ])('may be made by %s in the own branch (%i) and elsewhere (%i)', async (who, own, elsewhere) => {
    expect((await sell(who, store().northStoreId)).status).toBe(own)
    expect((await sell(who, store().southStoreId)).status).toBe(elsewhere)
  })

  it('begins in the store, with its seller in the history and no predeclared price (BB-27)', async () => {
    const { body } = await sell('store_seller', store().northStoreId)
    const [row] = await world.sql(
      `select b.status, i.status as item_status, b.store_id, i.store_id as item_store, b.predeclared_price_cents,
        b.declared_price_cents, h.actor_id from buyback b
        join item i on i.account_id = b.account_id and i.buyback_id = b.id
        join item_history h on h.account_id = b.account_id and h.item_id = i.id where b.id = $1`,
      body['id'],
    )
    expect(row).toEqual({
      status: 'bb_awaiting_inventory',
      item_status: 'item_awaiting_inventory',
      store_id: store().northStoreId,
      item_store: store().northStoreId,
      predeclared_price_cents: null,
      declared_price_cents: 20_000,
      actor_id: world.api.accounts.userIds['store_seller@retailer.example'],
    })
  })

  it('takes no circuit of the web, and no store of another account', async () => {
    expect(await sell('admin', store().northStoreId, 'web_post')).toMatchObject({
      code: 'BUYBACK_CIRCUIT_NOT_AVAILABLE',
    })
    const foreign = await sell('admin', world.api.accounts.other.northStoreId)
    expect(foreign).toMatchObject({ status: 422, code: 'BUYBACK_STORE_UNKNOWN' })
    const warehouse = await sell('admin', store().warehouseId)
    expect(warehouse).toMatchObject({ status: 422, code: 'BUYBACK_STORE_UNKNOWN' })
  })

  it('reaches the devices of its store', async () => {
    const { body } = await sell('store_seller', store().northStoreId)
    const rows = await world.sql(
      `select c.bucket from sync_change c join item i on i.id = c.entity_id where i.buyback_id = $1`,
      body['id'],
    )
    expect(rows.map(({ bucket }) => bucket)).toContain(`store:${store().northStoreId}`)
    expect(rows.map(({ bucket }) => bucket)).toContain(`codes:${world.accountId}`)
  })
})

// Freezes other questions, so that it comes last.
describe('questions that are reworded', () => {
  it('are answered again, and the refusal names them', async () => {
    await world.sql(`update question set title = title || ' Really?'`)
    const refused = await create(saleOf(world))
    expect(refused).toMatchObject({ status: 409, code: 'BUYBACK_QUESTIONS_CHANGED' })
    const { questionnaireId } = refused.body['details'] as { questionnaireId: string }
    expect(questionnaireId).not.toBe(world.questionnaireId)
    expect((await create(saleOf(world, 'web_post', { questionnaireId }))).status).toBe(200)
  })
})

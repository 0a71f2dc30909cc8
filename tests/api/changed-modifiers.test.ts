// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CounterRules } from '#sync/calls/counter-catalog.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import { catalogPromiseMs } from '#domain/buyback/catalog-promise.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCounterDevice, said, type CounterDevice } from '#tests/support/counter-world.ts'
import { createSaleWorld, plainPrices, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'

let world: SaleWorld
let admin: TestSession
let device: CounterDevice

beforeAll(async () => {
  world = await createSaleWorld()
  admin = await world.api.signIn('admin')
})
afterAll(() => world.close())
beforeEach(async () => {
  await bonus(10)
  device = await createCounterDevice(world)
})

const patch = async (path: string, json: object): Promise<void> => {
  expect((await admin.request(path, { method: 'PATCH', json })).status).toBe(200)
}
const percent = (value: number) => ({ type: 'percentage', value, cappedAmount: 5_000 })
const bonus = (value: number) => patch(`/api/payment-modes/${world.giftCardId}`, { modifier: percent(value) })

/** What the phone is paid as new on a gift card with a bonus. */
const onGiftCard = (bonusCents: number) => ({
  paymentModeId: world.giftCardId,
  prices: {
    estimatedPriceCents: 20_000,
    impactPriceEntries: [{ source: 'payment_mode', label: 'Gift card', valueCents: bonusCents }],
    totalPriceCents: 20_000 + bonusCents,
  },
})
const offered = async (): Promise<readonly CircuitOption[]> => {
  const answer = await (await world.visitor()).request(`/api/public/options?categoryId=${world.categoryId}`)
  return ((await answer.json()) as { circuits: readonly CircuitOption[] }).circuits
}
const carriedRules = async (): Promise<CounterRules> => {
  const { version } = await device.refetch()
  return (await device.session.request(`/api/counter/catalog/${version}`)).json() as Promise<CounterRules>
}
/** Percentages that circuits offer on the gift card. */
const percentsOf = (circuits: readonly Pick<CircuitOption, 'paymentModes'>[]) =>
  new Set(circuits.map(({ paymentModes }) => paymentModes.find(({ id }) => id === world.giftCardId)?.modifier?.value))

describe('a changed bonus of a payment mode', () => {
  it('is seen by the next who asks for options, and by the next catalog of a counter', async () => {
    expect(percentsOf(await offered())).toEqual(new Set([10]))
    await bonus(20)
    expect(percentsOf(await offered())).toEqual(new Set([20]))
    const { circuits } = await carriedRules()
    expect(percentsOf(circuits)).toEqual(new Set([20]))
    expect((await device.refetch()).version).not.toBe(device.catalog.version)
  })

  it('leaves a sale its bonus that was captured over the version before, for as long as that was promised', async () => {
    const sale = await device.sale({}, onGiftCard(2_000))
    const late = await device.sale({}, onGiftCard(2_000))
    await bonus(20)
    await device.refetch()
    const catalog = { version: device.catalog.version, ageMs: catalogPromiseMs }
    const [outcome] = await device.push({ ...sale, args: { ...sale.args, catalog } })
    expect(outcome).toMatchObject({ status: 'applied', result: { totalPriceCents: 22_000 } })
    const tooLate = { ...catalog, ageMs: catalogPromiseMs + 1 }
    expect((await device.push({ ...late, args: { ...late.args, catalog: tooLate } })).map(said)).toEqual([
      'rejected COUNTER_PRICES_WITHDRAWN',
    ])
  })

  it('counts for a sale over the version that has it', async () => {
    await bonus(20)
    const { version } = await device.refetch()
    const catalog = { version, ageMs: 0 }
    const old = await device.sale({ catalog }, onGiftCard(2_000))
    expect((await device.push(old)).map(said)).toEqual(['rejected BUYBACK_PRICE_CHANGED'])
    const sale = await device.sale({ catalog }, onGiftCard(4_000))
    expect((await device.push(sale)).map(said)).toEqual(['applied'])
  })

  it('leaves a locked offer of the web its bonus', async () => {
    const visitor = await world.visitor()
    const { productId, questionnaireId, answers, circuitId, shippingMethodId } = saleOf(world)
    const { paymentModeId, prices } = onGiftCard(2_000)
    const options = { circuitId, shippingMethodId, paymentModeId }
    const made = await postAs(visitor, '/api/quotes', { productId, questionnaireId, answers, options, prices })
    const { token } = made.body as QuoteAnswer
    await bonus(20)
    const sale = saleOf(world, 'web_post', onGiftCard(2_000))
    expect((await postAs(visitor, '/api/buybacks', sale)).code).toBe('BUYBACK_PRICE_CHANGED')
    expect(await postAs(visitor, '/api/buybacks', { ...sale, quoteToken: token })).toMatchObject({
      status: 200,
      body: { priceBasis: 'quote', totalPriceCents: 22_000 },
    })
  })
})

describe('a changed circuit', () => {
  it('is another version with its bonus, its fee, its words and what it offers, and the older one is honoured', async () => {
    const { id, shippingMethodId } = world.circuits.store_drop
    const sale = await device.sale()
    const before = await carriedRules()
    await patch(`/api/circuits/${id}`, {
      name: 'Comptoir',
      description: 'En caisse',
      modifier: { type: 'fixed', value: 500, cappedAmount: 300 },
      transportOptions: [{ id: shippingMethodId, feeCents: -100 }],
      paymentModeIds: [world.transferId],
      defaultInstructions: [{ type: 'sign', label: 'Signez' }],
      eligibleCountries: ['FR'],
    })
    const after = await carriedRules()
    const [old, changed] = [before, after].map(({ circuits }) => circuits.find((circuit) => circuit.id === id))
    expect(old).toMatchObject({ name: 'store_drop', modifier: null, countries: [] })
    expect(changed).toMatchObject({
      name: 'Comptoir',
      description: 'En caisse',
      modifier: { type: 'fixed', value: 500, cappedAmount: 300 },
      shippingMethods: [{ modifier: { type: 'fixed', value: -100 } }],
      paymentModes: [{ id: world.transferId }],
      instructions: [{ type: 'sign', label: 'Signez' }],
      countries: ['FR'],
    })
    const [outcome] = await device.push(sale)
    expect(outcome).toMatchObject({ status: 'applied', result: { totalPriceCents: 20_000 } })
    const { version } = await device.refetch()
    const next = await device.sale(
      { catalog: { version, ageMs: 0 } },
      {
        prices: {
          ...plainPrices(20_000),
          impactPriceEntries: [
            { source: 'circuit', label: 'Comptoir', valueCents: 300 },
            { source: 'shipping_method', label: 'store_drop', valueCents: -100 },
          ],
          totalPriceCents: 20_200,
        },
      },
    )
    expect((await device.push(next)).map(said)).toEqual(['applied'])
  })

  it('of the web is seen by the next visitor', async () => {
    const { id, shippingMethodId } = world.circuits.web_post
    const posted = async () => (await offered()).find((circuit) => circuit.id === id)
    expect(await posted()).toMatchObject({ modifier: null, description: null })
    await patch(`/api/circuits/${id}`, {
      description: 'Sous 14 jours',
      modifier: percent(5),
      transportOptions: [{ id: shippingMethodId, feeCents: -200 }],
      defaultInstructions: [{ type: 'post', label: 'Postez' }],
    })
    expect(await posted()).toMatchObject({
      description: 'Sous 14 jours',
      modifier: percent(5),
      shippingMethods: [{ modifier: { type: 'fixed', value: -200 } }],
      instructions: [{ label: 'Postez' }],
    })
  })
})

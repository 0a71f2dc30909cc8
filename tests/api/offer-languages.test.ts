import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import type { OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import type { OfficeShippingMethod } from '#sync/calls/shipping-method.ts'
import { testOrigin, type TestSession } from '#tests/support/api.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'
import {
  createSaleWorld,
  outcomeOf,
  plainPrices,
  postAs,
  saleOf,
  type Asker,
  type Outcome,
  type SaleWorld,
} from '#tests/support/sale-world.ts'
import { sendAs } from '#tests/support/send-as.ts'

// The account's language is French.
let world: SaleWorld
let office: TestSession
let token: string
beforeAll(async () => {
  world = await createSaleWorld()
  office = await world.api.signIn('admin')
  token = await visitorToken(world.api)
})
afterAll(() => world.close())

async function patch(path: string, json: object): Promise<Outcome> {
  const outcome = await sendAs({ as: office }, 'PATCH', path, json)
  expect([outcome.status, outcome.code]).toEqual([200, undefined])
  return outcome
}
async function optionIn(language: string): Promise<CircuitOption> {
  const headers = { 'accept-language': language, authorization: `Bearer ${token}` }
  return optionOf(await world.api.request(optionsPath(), { headers }))
}
const optionsPath = () => `/api/public/options?categoryId=${world.categoryId}`
async function optionOf(response: Response): Promise<CircuitOption> {
  const { circuits } = (await response.json()) as { circuits: readonly CircuitOption[] }
  return circuits.find(({ type }) => type === 'web_post')!
}

describe('what an account offers', () => {
  it('is written in each language, and copied with its translations', async () => {
    const { id, shippingMethodId } = world.circuits.web_post
    const circuit = await patch(`/api/circuits/${id}`, {
      translations: { 'de-DE': { name: 'Versand', description: 'Per Post' } },
      defaultInstructions: [
        { type: 'post', label: 'Postez', translations: { 'de-DE': { label: 'Abschicken' } } },
        { type: 'none', label: 'Attendez' },
      ],
    })
    const { translations, defaultInstructions } = circuit.body as CircuitAnswer
    expect(translations).toEqual({ 'de-DE': { name: 'Versand', description: 'Per Post' } })
    expect(defaultInstructions.map((each) => each.translations)).toEqual([{ 'de-DE': { label: 'Abschicken' } }, {}])
    const method = await patch(`/api/shipping-methods/${shippingMethodId}`, {
      translations: { 'de-DE': { description: 'Paket' } },
    })
    expect((method.body as OfficeShippingMethod).translations).toEqual({ 'de-DE': { description: 'Paket' } })
    const mode = await patch(`/api/payment-modes/${world.transferId}`, {
      translations: { 'de-DE': { label: 'Überweisung', longDescription: 'Zwei\nTage', mailContent: 'Bald' } },
    })
    expect((mode.body as OfficePaymentMode).translations['de-DE']).toMatchObject({ label: 'Überweisung' })
    const copied = await office.request(`/api/payment-modes/${world.transferId}/duplicate`, {
      method: 'POST',
      json: { label: 'Copie' },
    })
    expect(((await outcomeOf(copied)).body as OfficePaymentMode).translations).toEqual({
      'de-DE': { longDescription: 'Zwei\nTage', mailContent: 'Bald' },
    })
    const again = await office.request(`/api/circuits/${id}/duplicate`, { method: 'POST', json: { name: 'Copie' } })
    const copy = (await outcomeOf(again)).body as CircuitAnswer
    expect(copy.translations).toEqual({ 'de-DE': { description: 'Per Post' } })
    expect(copy.defaultInstructions[0]?.translations).toEqual({ 'de-DE': { label: 'Abschicken' } })
  })

  it('is offered to each visitor in the visitor’s language, else in the account’s', async () => {
    const german = await optionIn('de-DE')
    const mode = german.paymentModes.find(({ id }) => id === world.transferId)
    expect([german.name, german.description, german.shippingMethods[0]?.description]).toEqual([
      'Versand',
      'Per Post',
      'Paket',
    ])
    expect(german.instructions.map(({ label }) => label)).toEqual(['Abschicken', 'Attendez'])
    expect([mode?.label, mode?.longDescription]).toEqual(['Überweisung', 'Zwei\nTage'])
    const dutch = await optionIn('nl-BE')
    expect(dutch.name).not.toBe('Versand')
    expect(dutch.instructions.map(({ label }) => label)).toEqual(['Postez', 'Attendez'])
  })

  it('names the product so in a locked offer and in what was sold, under one address', async () => {
    await world.sql(
      'update product set translations = $1 where id = $2',
      JSON.stringify({ 'de-DE': { label: 'Telefon eins' } }),
      world.phoneId,
    )
    const bearer = await visitorToken(world.api)
    const visitor: Asker = {
      request: (path, init = {}) =>
        world.api.request(path, {
          ...init,
          headers: {
            ...Object.fromEntries(new Headers(init.headers)),
            authorization: `Bearer ${bearer}`,
            origin: testOrigin,
          },
        }),
    }
    const readIn = async <T>(language: string, path: string): Promise<T> =>
      (await (await visitor.request(path, { headers: { 'accept-language': language } })).json()) as T
    const { productId, questionnaireId, answers, ...sale } = saleOf(world)
    const offer = { productId, questionnaireId, answers, prices: plainPrices(20_000) }
    const { token } = (await postAs(visitor, '/api/quotes', offer)).body as QuoteAnswer
    const { product } = await readIn<QuoteAnswer>('de-DE', `/api/quotes/${token}`)
    expect([product.label, product.slug]).toEqual(['Telefon eins', 'brand-phone-one'])
    const sold = await postAs(visitor, '/api/buybacks', { productId, questionnaireId, answers, ...sale })
    const path = `/api/buybacks/${String(sold.body['id'])}`
    expect((await readIn<BuybackAnswer>('de-DE', path)).product.label).toBe('Telefon eins')
    expect((await readIn<BuybackAnswer>('nl-BE', path)).product.label).toBe('Phone one')
  })

  it('is read by staff in the account’s language', async () => {
    const response = await office.request(optionsPath(), { headers: { 'accept-language': 'de-DE' } })
    expect((await optionOf(response)).instructions[0]?.label).toBe('Postez')
  })

  it('keeps the translations of instructions that are written again without them, in whatever order', async () => {
    const { id } = world.circuits.web_post
    const { defaultInstructions } = (await outcomeOf(await office.request(`/api/circuits/${id}`))).body as CircuitAnswer
    const [post, wait] = defaultInstructions.map(({ id: own, type, label }) => ({ id: own, type, label }))
    const changed = await patch(`/api/circuits/${id}`, { defaultInstructions: [wait, post] })
    expect((changed.body as CircuitAnswer).defaultInstructions.map((each) => each.translations)).toEqual([
      {},
      { 'de-DE': { label: 'Abschicken' } },
    ])
  })

  it('refuses a translation beyond the limits of its text', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const long = { translations: { 'de-DE': { longDescription: 'x\n'.repeat(20) + 'x' } } }
    const path = `/api/payment-modes/${world.transferId}`
    const { status, body } = await outcomeOf(await office.request(path, { method: 'PATCH', headers, json: long }))
    expect([status, body]).toMatchObject([422, { field: 'translations.de-DE.longDescription' }])
  })
})

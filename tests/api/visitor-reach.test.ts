import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { throttleLimits, type ThrottleName } from '#domain/access/throttle-limits.ts'
import type { TestRequest } from '#tests/support/api.ts'
import {
  createSaleWorld,
  outcomeOf,
  plainPrices,
  saleOf,
  type Asker,
  type SaleWorld,
} from '#tests/support/sale-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: SaleWorld
let visitor: Asker
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  world = await createSaleWorld()
  visitor = await world.visitor()
  headers = { authorization: `Bearer ${await visitorToken(world.api)}` }
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

const ask = async (path: string, init: TestRequest = {}) =>
  outcomeOf(await world.api.request(path, { ...init, headers: { ...headers, ...init.headers } }))

describe('the token of a visitor', () => {
  it('opens nothing of a back office', async () => {
    const closed = world.api.app.routes.filter(({ spec }) => !['none', 'visitor'].includes(spec.permission))
    expect(closed.length).toBeGreaterThan(80)
    for (const { spec } of closed) {
      const path = spec.path.replaceAll(/\{\w+\}/g, randomUUID())
      const hasBody = spec.method !== 'get' && spec.method !== 'head'
      const init = { method: spec.method.toUpperCase(), ...(hasBody && { json: {} }) }
      const { status, code } = await ask(path, init)
      const expected = spec.permission === 'grant' ? 'SYNC_GRANT_INVALID' : 'ACCESS_SESSION_REQUIRED'
      expect([status, code], `${spec.method} ${spec.path}`).toEqual([401, expected])
    }
  })

  it('opens nothing as the token of a session or of a device, in whichever header it comes', async () => {
    const token = headers['authorization']!.slice('Bearer '.length)
    for (const way of [{ 'x-product-token': token }, { cookie: `reprise_session=${token}` }])
      expect((await world.api.request('/api/session', { headers: way })).status).toBe(401)
  })

  it('tells an unknown buyback from nobody’s else: both are not there', async () => {
    const made = await outcomeOf(await visitor.request('/api/buybacks', { method: 'POST', json: saleOf(world) }))
    const { id, identificationNumber } = made.body as { id: string; identificationNumber: string }
    for (const [known, unknown] of [
      [`/api/buybacks/${id}`, `/api/buybacks/${randomUUID()}`],
      [
        `/api/buybacks/by-identification-number/${identificationNumber}`,
        '/api/buybacks/by-identification-number/2999999999991',
      ],
      [`/api/buybacks/${id}/instructions`, `/api/buybacks/${randomUUID()}/instructions`],
      [`/api/buybacks/${id}/additional-infos`, `/api/buybacks/${randomUUID()}/additional-infos`],
      [`/api/buybacks/${id}/documents`, `/api/buybacks/${randomUUID()}/documents`],
      [
        `/api/buybacks/${id}/documents/transfer_order.pdf`,
        `/api/buybacks/${randomUUID()}/documents/transfer_order.pdf`,
      ],
      [`/api/buybacks/${id}/shipping-label`, `/api/buybacks/${randomUUID()}/shipping-label`],
    ] as const) {
      const answers = [await ask(known), await ask(unknown)]
      expect(answers[0], known).toEqual(answers[1])
      expect(answers[0]).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' })
    }
  })
})

describe('a script that guesses or probes', () => {
  const post = (json: unknown): TestRequest => ({ method: 'POST', json })
  const form = (url: string): TestRequest => ({ method: 'POST', body: new URLSearchParams({ url }) })
  const offer = () => ({
    productId: world.phoneId,
    questionnaireId: world.questionnaireId,
    answers: world.answers.best,
    prices: plainPrices(1),
  })
  const token = 'A'.repeat(60)
  const nobody = randomUUID()

  it.each<[what: string, limit: ThrottleName, path: string, request: () => TestRequest]>([
    ['prices by quotes', 'quoteByAddress', '/api/quotes', () => post(offer())],
    [
      'prices by sales',
      'sellByAddress',
      '/api/buybacks',
      () => post(saleOf(world, 'web_post', { prices: plainPrices(1) })),
    ],
    ['locked prices', 'quoteReadByAddress', `/api/quotes/${token}`, () => ({})],
    ['private links', 'trackingByAddress', `/api/tracking/${token}`, () => ({})],
    ['private links by their papers', 'trackingByAddress', `/api/tracking/${token}/documents`, () => ({})],
    [
      'private links by a paper',
      'trackingByAddress',
      `/api/tracking/${token}/documents/transfer_order.pdf`,
      () => ({}),
    ],
    ['private links by their label', 'trackingByAddress', `/api/tracking/${token}/shipping-label`, () => ({})],
    ['private links by their slots', 'trackingByAddress', `/api/tracking/${token}/slots`, () => ({})],
    [
      'private links by a slot',
      'trackingByAddress',
      `/api/tracking/${token}/slot`,
      () => post({ day: '2026-11-02', opens: '09:00' }),
    ],
    ['slots of collections', 'quoteReadByAddress', `/api/public/shipping-methods/${nobody}/slots`, () => ({})],
    [
      'relay points',
      'quoteReadByAddress',
      `/api/public/shipping-methods/${nobody}/relay-points?near=75011`,
      () => ({}),
    ],
    ['proposals', 'proposalByAddress', `/api/proposals/${token.slice(0, 43)}`, () => ({})],
    ['tokens of visitors', 'webTokenByAddress', '/api/webtoken-with-account-and-ord', () => form('https://x.example')],
  ])('of %s has to wait after %s', async (_, limit, path, request) => {
    const { attempts, windowSeconds } = throttleLimits[limit]
    const first = await ask(path, request())
    expect(first.status).toBeGreaterThanOrEqual(400)
    expect(first.code).not.toBe('ACCESS_THROTTLED')
    await world.sql('update throttle set hits = $1', attempts - 1)
    expect((await ask(path, request())).code).toBe(first.code)
    const response = await world.api.request(path, { ...request(), headers })
    expect([response.status, (await outcomeOf(response)).code]).toEqual([429, 'ACCESS_THROTTLED'])
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(windowSeconds)
  })
})

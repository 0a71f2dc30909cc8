import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { PremiumActionAnswer } from '#sync/calls/circuit.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let manager: TestSession
let ids: CircuitWorld['ids']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ ids } = world)
  manager = await world.api.signIn('root_management_unit_manager')
  await world.change(
    `insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id) values ($1, $2, $3)`,
    ids.post,
    ids.card,
  )
})
beforeEach(async () => {
  await withFeatures('{payment_bonus}')
  await world.owner.query(
    `update payment_mode set modifier_type = 'none', modifier_value = 0, modifier_cap_cents = null`,
  )
})
afterAll(() => world.close())

const withFeatures = (features: string) =>
  world.owner.query('update organization_root_detail set enabled_premium_features = $1', [features])
const path = (rule: string, action = 'payment_bonus') =>
  `/api/dispatch-circuit-rules/${rule}/launch-premium-feature-connector?action=${action}`
interface Said {
  readonly status: number
  readonly body: PremiumActionAnswer & { readonly code?: string; readonly field?: string }
}
async function ask(rule: string, by = manager, action?: string): Promise<Said> {
  const response = await by.request(path(rule, action))
  return { status: response.status, body: (await response.json()) as Said['body'] }
}
async function launch(json: object, headers: Record<string, string> = {}, rule = ids.postRule, by = manager) {
  const sent = { 'content-type': 'application/merge-patch+json', ...headers }
  const response = await by.request(path(rule), { method: 'PATCH', json, headers: sent })
  return { status: response.status, body: (await response.json()) as Said['body'] }
}
const bonus = { type: 'percentage', value: 10, cappedAmount: 5000 } as const

describe('the premium action of payment bonuses on a rule (CONN-21)', () => {
  it('says which bonus the payment modes of its circuit carry, gives one and takes it away', async () => {
    const before = await ask(ids.postRule)
    expect(before.body).toEqual({
      action: 'payment_bonus',
      isActive: true,
      paymentModes: [{ id: ids.card, version: expect.any(Number), type: 'gift_card', label: 'Carte', modifier: null }],
    })
    const { version } = before.body.paymentModes[0]!
    const given = await launch({ paymentModeId: ids.card, modifier: bonus }, { 'if-match': `"${version}"` })
    expect(given.body.paymentModes[0]).toMatchObject({ modifier: bonus, version: version + 1 })
    const read = await manager.request(`/api/payment-modes/${ids.card}`)
    expect(await read.json()).toMatchObject({ modifier: bonus, version: version + 1 })
    const stale = await launch({ paymentModeId: ids.card, modifier: null }, { 'if-match': `"${version}"` })
    expect(stale.status).toBe(412)
    expect((await launch({ paymentModeId: ids.card, modifier: null })).body.paymentModes[0]!.modifier).toBeNull()
  })

  it('gives none where the account has not the feature, and still takes one away', async () => {
    await launch({ paymentModeId: ids.card, modifier: bonus })
    await withFeatures('{}')
    expect((await ask(ids.postRule)).body).toMatchObject({ isActive: false, paymentModes: [{ modifier: bonus }] })
    const other = { type: 'fixed', value: 500, cappedAmount: null }
    const refused = await launch({ paymentModeId: ids.card, modifier: other })
    expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_BONUS_DISABLED'])
    expect((await launch({ paymentModeId: ids.card, modifier: null })).body.paymentModes[0]!.modifier).toBeNull()
  })

  it('is of the rules and the payment modes that the account and the circuit have, and one of its actions', async () => {
    for (const rule of [ids.abroad.rule, newId()]) {
      expect((await ask(rule)).body.code).toBe('REQUEST_NOT_FOUND')
      expect((await launch({ paymentModeId: ids.card, modifier: bonus }, {}, rule)).body.code).toBe('REQUEST_NOT_FOUND')
    }
    for (const paymentModeId of [ids.transfer, ids.abroad.mode]) {
      const refused = await launch({ paymentModeId, modifier: bonus })
      expect([refused.status, refused.body.field]).toEqual([404, 'paymentModeId'])
    }
    expect((await ask(ids.postRule, manager, 'other')).status).toBe(422)
    const beyond = await launch({ paymentModeId: ids.card, modifier: { ...bonus, value: 101 } })
    expect(beyond.status).toBe(422)
    expect((await ask(ids.postRule)).body.paymentModes[0]!.modifier).toBeNull()
  })

  it('is read by who reads the rules, and run by who changes payment modes', async () => {
    const analyst = await world.api.signIn('root_management_unit_analyst')
    expect((await ask(ids.postRule, analyst)).status).toBe(200)
    expect((await launch({ paymentModeId: ids.card, modifier: bonus }, {}, ids.postRule, analyst)).status).toBe(403)
    const seller = await world.api.signIn('store_seller')
    expect((await ask(ids.postRule, seller)).status).toBe(403)
  })
})

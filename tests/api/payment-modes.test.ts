import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let admin: TestSession
let ids: CircuitWorld['ids']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ ids } = world)
  admin = await world.api.signIn('admin')
  await world.change(
    `insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id) values ($1, $2, $3)`,
    ids.post,
    ids.card,
  )
})
afterAll(() => world.close())

const path = (id: string) => `/api/payment-modes/${id}`
const read = async (id: string) => (await (await admin.request(path(id))).json()) as OfficePaymentMode
const patch = (id: string, json: object, headers: Record<string, string> = {}, who: TestSession = admin) =>
  who.request(path(id), { method: 'PATCH', json, headers })
/** Status and body of a patch. */
const patched = async (id: string, json: object) => {
  const answer = await patch(id, json)
  return [answer.status, await answer.json()] as const
}

describe('the payment modes', () => {
  it('are listed as customers see them, found by a word and sorted (CIRC-18, CIRC-19, CIRC-21)', async () => {
    const list = async (query = '') => {
      const answer = await admin.request(`/api/payment-modes${query}`)
      const { 'hydra:member': members } = (await answer.json()) as { 'hydra:member': readonly OfficePaymentMode[] }
      return members
    }
    expect(await list()).toEqual([
      {
        id: ids.transfer,
        version: 1,
        type: 'bank_transfer',
        label: 'Virement',
        description: null,
        longDescription: null,
        mailContent: null,
        translations: {},
        provider: 'none',
        modifier: null,
        iban: true,
        status: 'active',
        circuits: [],
      },
      expect.objectContaining({
        id: ids.card,
        type: 'gift_card',
        iban: false,
        circuits: [{ id: ids.post, name: 'Envoi' }],
      }),
    ])
    expect((await list('?search=vire')).map(({ id }) => id)).toEqual([ids.transfer])
    expect((await list('?order[type]=desc')).map(({ id }) => id)).toEqual([ids.card, ids.transfer])
    expect(await list('?itemsPerPage=1&page=3')).toEqual([])
  })

  it('are read by who holds their list, and changed by managers (SHELL-24)', async () => {
    const analyst = await world.api.signIn('root_management_unit_analyst')
    expect((await analyst.request('/api/payment-modes')).status).toBe(200)
    expect((await analyst.request(path(ids.card))).status).toBe(200)
    expect((await patch(ids.card, { label: 'x' }, {}, analyst)).status).toBe(403)
    const manager = await world.api.signIn('root_management_unit_manager')
    expect((await patch(ids.card, { label: 'Carte' }, {}, manager)).status).toBe(200)
    for (const who of ['store_manager', 'buyer_manager', 'warehouse_manager', 'management_unit_manager']) {
      const other = await world.api.signIn(who)
      expect((await other.request('/api/payment-modes')).status).toBe(403)
      expect((await other.request(path(ids.card))).status).toBe(403)
    }
  })
})

describe('a payment mode', () => {
  it('is changed as a whole and in parts, each over the version that it names (CIRC-18, CIRC-21, CIRC-22)', async () => {
    const { version } = await read(ids.transfer)
    const whole = {
      label: 'Virement SEPA',
      description: 'Sous 5 jours',
      longDescription: 'Une ligne\nUne autre',
      mailContent: 'Le virement part demain.',
      provider: 'bank_transfer',
    }
    const answer = await patch(ids.transfer, whole, { 'if-match': `"${version}"` })
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${version + 1}"`])
    const after = await read(ids.transfer)
    expect(await answer.json()).toEqual(after)
    expect(after).toMatchObject({ ...whole, version: version + 1, type: 'bank_transfer', modifier: null })
    const [, less] = await patched(ids.transfer, { description: '' })
    expect(less).toEqual({ ...after, version: version + 2, description: null })
    const late = await patch(ids.transfer, { label: 'Trop tard' }, { 'if-match': `"${version}"` })
    expect([late.status, await late.json()]).toMatchObject([412, { code: 'REQUEST_VERSION_CONFLICT' }])
    expect((await read(ids.transfer)).label).toBe('Virement SEPA')
  })

  it.each([
    ['without a label', { label: ' ' }, 'label'],
    ['with a label of 256 characters', { label: 'x'.repeat(256) }, 'label'],
    ['with a description of one character', { description: 'x' }, 'description'],
    ['with a description of one emoji', { description: '😀' }, 'description'],
    ['with a description of 301 characters', { description: 'x'.repeat(301) }, 'description'],
    ['with a long description of 801 characters', { longDescription: 'x'.repeat(801) }, 'longDescription'],
    ['with a long description of 16 lines', { longDescription: `${'x\n'.repeat(15)}x` }, 'longDescription'],
    ['with mail content of 301 characters', { mailContent: 'x'.repeat(301) }, 'mailContent'],
    ['with a provider of nobody', { provider: 'cash' }, 'provider'],
    ['with 101 %', { modifier: { type: 'percentage', value: 101, cappedAmount: null } }, 'modifier.value'],
    ['with 0 %', { modifier: { type: 'percentage', value: 0, cappedAmount: null } }, 'modifier.value'],
    [
      'with a cap of the other sign',
      { modifier: { type: 'percentage', value: 5, cappedAmount: -100 } },
      'modifier.cappedAmount',
    ],
  ])('%s is refused, and nothing changes (CIRC-23 to CIRC-29)', async (_name, change, field) => {
    const before = await read(ids.card)
    expect(await patched(ids.card, { provider: 'other', ...change })).toMatchObject([
      422,
      { code: 'REQUEST_INVALID', field },
    ])
    expect(await read(ids.card)).toEqual(before)
  })

  it('keeps its type, which no patch names (CIRC-19)', async () => {
    expect(await patched(ids.card, { type: 'voucher' })).toMatchObject([400, { code: 'REQUEST_UNKNOWN_FIELD' }])
  })

  it('has a bonus only with the premium feature; one from before may stay, or go (CIRC-27)', async () => {
    const modifier = { type: 'percentage', value: 10, cappedAmount: 5_000 }
    await world.features()
    expect(await patched(ids.card, { modifier, label: 'Autre' })).toMatchObject([
      409,
      { code: 'PAYMENT_BONUS_DISABLED', field: 'modifier' },
    ])
    expect(await read(ids.card)).toMatchObject({ modifier: null, label: 'Carte' })
    await world.features('payment_bonus')
    expect(await patched(ids.card, { modifier })).toMatchObject([200, { modifier }])
    await world.features()
    expect(await patched(ids.card, { modifier, label: 'Carte cadeau' })).toMatchObject([
      200,
      { label: 'Carte cadeau', modifier },
    ])
    expect(await patched(ids.card, { modifier: { type: 'fixed', value: 500, cappedAmount: null } })).toMatchObject([
      409,
      { code: 'PAYMENT_BONUS_DISABLED' },
    ])
    expect(await patched(ids.card, { modifier: null })).toMatchObject([200, { modifier: null }])
  })

  it('of another account is not there', async () => {
    for (const id of [ids.abroad.mode, newId()]) {
      expect((await admin.request(path(id))).status).toBe(404)
      expect(await patched(id, { label: 'Mien' })).toMatchObject([404, { code: 'REQUEST_NOT_FOUND' }])
    }
    const [row] = (await world.owner.query('select label from payment_mode where id = $1', [ids.abroad.mode])).rows
    expect(row).toEqual({ label: 'Autre' })
  })
})

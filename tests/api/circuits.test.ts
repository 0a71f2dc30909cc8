import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { CircuitAnswer, CircuitOptions } from '#sync/calls/circuit.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let admin: TestSession
let analyst: TestSession
let categories: CircuitWorld['categories']
let ids: CircuitWorld['ids']
let give: CircuitWorld['give']
let setStatus: CircuitWorld['setStatus']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ categories, ids, give, setStatus } = world)
  admin = await world.api.signIn('admin')
  analyst = await world.api.signIn('root_management_unit_analyst')
})
afterAll(() => world.close())

const path = (id: string) => `/api/circuits/${id}`
const read = async (id: string) => (await (await admin.request(path(id))).json()) as CircuitAnswer
const patch = (id: string, json: object, headers: Record<string, string> = {}, who: TestSession = admin) =>
  who.request(path(id), { method: 'PATCH', json, headers })
/** Status and body of a patch. */
const patched = async (id: string, json: object) => {
  const answer = await patch(id, json)
  return [answer.status, await answer.json()] as const
}

describe('a circuit', () => {
  const whole = {
    name: ' Envoi postal ',
    description: 'Sous 14 jours',
    transferOrderNumberOfCopy: 2,
    defaultInstructions: [
      { type: 'protect', label: 'Emballez' },
      { type: 'post', label: 'Postez' },
    ],
    eligibleCountries: ['FR', 'BE'],
    paymentModeIds: [] as readonly string[],
    transportOptions: [] as readonly object[],
    modifier: { type: 'percentage', value: 5, cappedAmount: 1_000 },
  }

  it('is read and changed as a whole (CIRC-02, CIRC-04, CIRC-07)', async () => {
    const before = await read(ids.post)
    const answer = await patch(
      ids.post,
      {
        ...whole,
        paymentModeIds: [ids.card, ids.transfer],
        transportOptions: [{ id: ids.byPost, feeCents: -500 }, { id: ids.byCourier }],
      },
      { 'if-match': `"${before.version}"` },
    )
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${before.version + 1}"`])
    const after = await read(ids.post)
    expect(await answer.json()).toEqual(after)
    expect(after).toMatchObject({
      id: ids.post,
      version: before.version + 1,
      name: 'Envoi postal',
      type: 'web_post',
      channel: 'web',
      deposit: 'post',
      description: 'Sous 14 jours',
      transferOrderNumberOfCopy: 2,
      defaultInstructions: [
        { sequence: 1, type: 'protect', label: 'Emballez' },
        { sequence: 2, type: 'post', label: 'Postez' },
      ],
      eligibleCountries: ['FR', 'BE'],
      paymentModeIds: [ids.transfer, ids.card],
      transportOptionIds: [ids.byPost, ids.byCourier].toSorted(),
      modifier: { type: 'percentage', value: 5, cappedAmount: 1_000 },
    })
  })

  it('keeps what a patch does not name, and its instructions their ids in another order', async () => {
    const before = await read(ids.post)
    const [first, second] = before.defaultInstructions
    const swapped = [second, first].map((one) => ({ id: one!.id, type: one!.type, label: one!.label }))
    const [status, after] = await patched(ids.post, {
      defaultInstructions: [...swapped, { type: 'none', label: 'Merci' }],
    })
    expect(status).toBe(200)
    expect(after).toEqual({
      ...before,
      version: before.version + 1,
      defaultInstructions: [
        { ...second, sequence: 1 },
        { ...first, sequence: 2 },
        { id: expect.any(String), sequence: 3, type: 'none', label: 'Merci', translations: {} },
      ],
    })
    const [, none] = await patched(ids.post, { defaultInstructions: [], modifier: null, description: '' })
    expect(none).toMatchObject({ defaultInstructions: [], modifier: null, description: null, name: 'Envoi postal' })
  })

  it('leaves its instructions to other circuits', async () => {
    const [, mine] = await patched(ids.post, { defaultInstructions: [{ type: 'print', label: 'Imprimez' }] })
    const { id } = (mine as CircuitAnswer).defaultInstructions[0]!
    const [status, other] = await patched(ids.web, { defaultInstructions: [{ id, type: 'sign', label: 'Signez' }] })
    expect(status).toBe(200)
    expect((other as CircuitAnswer).defaultInstructions[0]).toMatchObject({ label: 'Signez' })
    expect((await read(ids.post)).defaultInstructions).toMatchObject([{ id, label: 'Imprimez' }])
  })

  it('offers shipping methods with a fee in whole units, which is theirs wherever they are offered (CIRC-10, CIRC-17)', async () => {
    await patched(ids.post, { transportOptions: [{ id: ids.byPost, feeCents: 200 }, { id: ids.byCourier }] })
    const options = (await (await admin.request('/api/circuit-options')).json()) as CircuitOptions
    expect(options.paymentModes).toMatchObject([{ label: 'Virement' }, { label: 'Carte' }])
    const [byPost, byCourier] = [ids.byPost, ids.byCourier].map((id) =>
      options.shippingMethods.find((method) => method.id === id),
    )
    expect(byPost).toEqual({
      id: ids.byPost,
      channel: 'web',
      type: 'WEB_POST',
      description: 'Par la poste',
      modifier: { type: 'fixed', value: 200, cappedAmount: null },
      paymentMethods: [ids.transfer, ids.card].toSorted(),
      availableCountries: [],
      active: true,
      circuits: [{ id: ids.post, name: 'Envoi postal' }],
    })
    expect(byCourier?.modifier).toEqual({ type: 'percentage', value: -5, cappedAmount: null })
    await patched(ids.post, { transportOptions: [{ id: ids.byPost, feeCents: null }] })
    const free = (await (await admin.request('/api/circuit-options')).json()) as CircuitOptions
    expect(free.shippingMethods.find(({ id }) => id === ids.byPost)?.modifier).toBeNull()
  })

  it.each([
    ['stays with a fee within it', 200, { type: 'fixed', value: 200, cappedAmount: 300 }],
    ['goes with one that it would make less of', 500, { type: 'fixed', value: 500, cappedAmount: null }],
    ['goes with one of the other sign', -200, { type: 'fixed', value: -200, cappedAmount: null }],
    ['goes with the fee', null, null],
  ])('the cap of a shipping method %s', async (_what, feeCents, modifier) => {
    const capped = { modifier: { type: 'fixed', value: 500, cappedAmount: 300 } }
    const path = `/api/shipping-methods/${ids.byPost}`
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await admin.request(path, { method: 'PATCH', headers, body: JSON.stringify(capped) })).status).toBe(200)
    expect((await patched(ids.post, { transportOptions: [{ id: ids.byPost, feeCents }] }))[0]).toBe(200)
    expect(await (await admin.request(path)).json()).toMatchObject({ modifier })
  })

  it.each([
    ['a name', { name: ' ' }, 'name'],
    ['a description with HTML', { description: '<b>x</b>' }, 'description'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
    [
      'seven instructions',
      { defaultInstructions: Array.from({ length: 7 }, () => ({ type: 'none', label: 'x' })) },
      'defaultInstructions',
    ],
    ['no copy (O21)', { transferOrderNumberOfCopy: 0 }, 'transferOrderNumberOfCopy'],
    ['eleven copies', { transferOrderNumberOfCopy: 11 }, 'transferOrderNumberOfCopy'],
    [
      'a percentage without its maximum',
      { modifier: { type: 'percentage', value: 5, cappedAmount: null } },
      'modifier.cappedAmount',
    ],
    [
      'an amount without its maximum',
      { modifier: { type: 'fixed', value: 500, cappedAmount: null } },
      'modifier.cappedAmount',
    ],
    ['a fee of cents', { transportOptions: [{ id: newId(), feeCents: 150 }] }, 'transportOptions.0.feeCents'],
    ['a payment mode of nobody', { paymentModeIds: [newId()] }, 'paymentModeIds'],
    ['a payment mode of another account', () => ({ paymentModeIds: [ids.abroad.mode] }), 'paymentModeIds'],
    [
      'a shipping method of another account',
      () => ({ transportOptions: [{ id: ids.abroad.method }] }),
      'transportOptions',
    ],
  ])('refuses %s, and changes nothing', async (_name, change, field) => {
    const before = await read(ids.post)
    expect(
      await patched(ids.post, { transferOrderNumberOfCopy: 3, ...(typeof change === 'function' ? change() : change) }),
    ).toMatchObject([422, { code: 'REQUEST_INVALID', field }])
    expect(await read(ids.post)).toEqual(before)
  })

  it('knows no other fields: the type is what it was made with', async () => {
    expect(await patched(ids.post, { type: 'web_drop' })).toMatchObject([400, { code: 'REQUEST_UNKNOWN_FIELD' }])
  })

  it('that another user changed in between is not overwritten', async () => {
    const { version } = await read(ids.post)
    const headers = { 'if-match': `"${version}"` }
    expect((await patch(ids.post, { name: 'Un' }, headers)).status).toBe(200)
    const late = await patch(ids.post, { name: 'Deux' }, headers)
    expect([late.status, await late.json()]).toMatchObject([412, { code: 'REQUEST_VERSION_CONFLICT' }])
    expect((await read(ids.post)).name).toBe('Un')
  })

  it('of another account is not there', async () => {
    expect((await admin.request(path(ids.abroad.circuit))).status).toBe(404)
    expect(await patched(ids.abroad.circuit, { name: 'Mien' })).toMatchObject([404, { code: 'REQUEST_NOT_FOUND' }])
  })

  it('is read by analysts, changed by managers alone, and neither by sellers', async () => {
    expect((await analyst.request(path(ids.post))).status).toBe(200)
    expect((await patch(ids.post, { name: 'Autre' }, {}, analyst)).status).toBe(403)
    const manager = await world.api.signIn('root_management_unit_manager')
    expect((await patch(ids.post, { name: 'Envoi' }, {}, manager)).status).toBe(200)
    const seller = await world.api.signIn('store_seller')
    expect((await seller.request(path(ids.post))).status).toBe(403)
    expect((await seller.request('/api/circuit-options')).status).toBe(403)
  })
})

describe('the status of a circuit', () => {
  beforeEach(async () => {
    for (const rule of [ids.storeRule, ids.otherRule, ids.webRule, ids.postRule]) await give(rule)
    for (const circuit of [ids.store, ids.otherStore, ids.web, ids.post]) {
      await setStatus(circuit, 'enabled')
      await world.change(
        `insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id)
          values ($1, $2, $3) on conflict do nothing`,
        circuit,
        ids.transfer,
      )
      await world.change(
        `insert into circuit_shipping_method (account_id, circuit_id, shipping_method_id)
          values ($1, $2, $3) on conflict do nothing`,
        circuit,
        ids.byPost,
      )
    }
  })

  it('stays enabled while a category uses the circuit (CIRC-11)', async () => {
    await give(ids.postRule, 'smartphones')
    expect(await patched(ids.post, { status: 'disabled', name: 'Autre' })).toMatchObject([
      409,
      {
        code: 'CIRCUIT_IN_USE',
        field: 'status',
        details: { categories: [{ id: categories['smartphones'], name: 'Smartphones' }] },
      },
    ])
    expect(await read(ids.post)).toMatchObject({ status: 'enabled', name: 'Envoi' })
    await give(ids.postRule)
    expect(await patched(ids.post, { status: 'disabled' })).toMatchObject([200, { status: 'disabled' }])
  })

  it('is free where only a disabled rule names categories (CIRC-15)', async () => {
    await give(ids.postRule, 'smartphones')
    await world.change(
      `update dispatch_circuit_rule set status = 'disabled' where account_id = $1 and id = $2`,
      ids.postRule,
    )
    expect(await patched(ids.post, { status: 'disabled' })).toMatchObject([200, { status: 'disabled' }])
    await world.change(
      `update dispatch_circuit_rule set status = 'enabled' where account_id = $1 and id = $2`,
      ids.postRule,
    )
  })

  it('lets one store drop alone be active for a category (CIRC-12)', async () => {
    await setStatus(ids.otherStore, 'disabled')
    await give(ids.storeRule, 'telephonie')
    await give(ids.otherRule, 'smartphones', 'audio')
    expect(await patched(ids.otherStore, { status: 'enabled' })).toMatchObject([
      409,
      {
        code: 'CIRCUIT_STORE_DROP_TAKEN',
        details: {
          categories: [{ name: 'Smartphones' }],
          circuit: { id: ids.store, name: 'Comptoir' },
        },
      },
    ])
    await give(ids.otherRule, 'audio')
    expect(await patched(ids.otherStore, { status: 'enabled' })).toMatchObject([200, { status: 'enabled' }])
  })

  it('lets one of two who enable two store drops at once go through (CIRC-12)', async () => {
    for (const circuit of [ids.store, ids.otherStore]) await setStatus(circuit, 'disabled')
    await give(ids.storeRule, 'telephonie')
    await give(ids.otherRule, 'telephonie')
    const answers = await Promise.all([ids.store, ids.otherStore].map((id) => patch(id, { status: 'enabled' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('of a web drop needs the store drop of its categories (CIRC-13)', async () => {
    await setStatus(ids.web, 'disabled')
    await give(ids.webRule, 'smartphones')
    await give(ids.storeRule, 'audio')
    expect(await patched(ids.web, { status: 'enabled' })).toMatchObject([
      409,
      { code: 'CIRCUIT_STORE_DROP_MISSING', details: { categories: [{ name: 'Smartphones' }] } },
    ])
    await give(ids.storeRule, 'telephonie')
    expect(await patched(ids.web, { status: 'enabled' })).toMatchObject([200, { status: 'enabled' }])
  })
})

it('a changed translation of a rule’s text leaves the other texts and languages of the circuit’s other rules', async () => {
  const first = { 'de-DE': { terms: 'Eins', highlightedInstruction: 'Achtung' }, 'nl-BE': { terms: 'Een' } }
  const second = { 'de-DE': { terms: 'Zwei', highlightedInstruction: 'Vorsicht' }, 'nl-BE': { terms: 'Twee' } }
  const secondRule = newId()
  const write = `update dispatch_circuit_rule set terms = 'Termes', translations = $3 where account_id = $1 and id = $2`
  await world.change(
    'insert into dispatch_circuit_rule (account_id, id, circuit_id) values ($1, $2, $3)',
    secondRule,
    ids.post,
  )
  await world.change(write, ids.postRule, JSON.stringify(first))
  await world.change(write, secondRule, JSON.stringify(second))
  const { translations } = await read(ids.post)
  const changed = { ...translations, 'de-DE': { ...translations['de-DE'], terms: 'Neu' } }
  expect((await patched(ids.post, { translations: changed }))[0]).toBe(200)
  const { rows } = await world.owner.query(
    'select translations from dispatch_circuit_rule where circuit_id = $1 order by id',
    [ids.post],
  )
  expect(rows).toEqual(
    [first, second].map((texts) => ({ translations: { ...texts, 'de-DE': { ...texts['de-DE'], terms: 'Neu' } } })),
  )
})

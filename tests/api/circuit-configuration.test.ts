import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { CircuitAnswer, CircuitOptions } from '#sync/calls/circuit.ts'
import type { TestSession } from '#tests/support/api.ts'
import { callsOf, createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let office: TestSession
let analyst: TestSession
let seller: TestSession
let ids: CircuitWorld['ids']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ ids } = world)
  office = await world.api.signIn('root_management_unit_manager')
  analyst = await world.api.signIn('root_management_unit_analyst')
  seller = await world.api.signIn('store_seller')
})
afterAll(() => world.close())

const { send, post, patch, listed } = callsOf(() => office)
const names = async (query = '') => (await listed('/api/circuits', query)).map(({ name }) => name)

describe('the list of circuits', () => {
  it('has those that no category uses, and finds by name, category and channel (CIRC-01, O20)', async () => {
    await world.give(ids.postRule, 'smartphones')
    expect(await names()).toEqual(['Comptoir', 'Comptoir bis', 'Dépôt', 'Envoi'])
    expect(await names('channel=web')).toEqual(['Dépôt', 'Envoi'])
    expect(await names('search=smartph')).toEqual(['Envoi'])
    expect(await names(`categoryIds=${world.categories['smartphones']}`)).toEqual(['Envoi'])
    expect(await names('order[circuit]=desc&itemsPerPage=2')).toEqual(['Envoi', 'Dépôt'])
    const [envoi] = await listed('/api/circuits', 'search=Envoi')
    expect(envoi).toMatchObject({ categories: [{ name: 'Smartphones' }], carrierMissing: true, ownLabel: false })
    await world.give(ids.postRule)
  })
})

describe('a circuit', () => {
  it('is added disabled, and with all that its form says', async () => {
    const plain = await post('/api/circuits', { type: 'store_collect', name: ' Enlèvement ' })
    expect(plain).toMatchObject({
      status: 200,
      body: { name: 'Enlèvement', status: 'disabled', channel: 'store', deposit: 'collect', version: 2 },
    })
    const whole = await post('/api/circuits', {
      type: 'web_post',
      name: 'Envoi express',
      status: 'enabled',
      ownLabel: true,
      description: 'Vite',
      transferOrderNumberOfCopy: 2,
      defaultInstructions: [{ type: 'post', label: 'Postez' }],
      eligibleCountries: ['FR'],
      paymentModeIds: [ids.transfer],
      transportOptions: [{ id: ids.byPost }],
      linkCategoryIds: [world.categories['audio']],
    })
    expect(whole).toMatchObject({
      status: 200,
      body: {
        status: 'enabled',
        ownLabel: true,
        carrierMissing: false,
        paymentModeIds: [ids.transfer],
        transportOptionIds: [ids.byPost],
        categories: [{ name: 'Audio' }],
        defaultInstructions: [{ label: 'Postez' }],
      },
    })
  })

  it.each<[string, object, number, string]>([
    ['without a name', { type: 'web_post' }, 422, 'name'],
    ['of no type', { name: 'Envoi' }, 422, 'type'],
    ['that is archived at once', { type: 'web_post', name: 'Envoi', status: 'archived' }, 422, 'status'],
    [
      'with a payment mode of others',
      { type: 'web_post', name: 'Envoi', paymentModeIds: [newId()] },
      422,
      'paymentModeIds',
    ],
    ['that nobody would carry (O12)', { type: 'web_post', name: 'Envoi', status: 'enabled' }, 409, 'status'],
    [
      'for a category that there is not',
      { type: 'web_drop', name: 'Dépôt', linkCategoryIds: [newId()] },
      404,
      'linkCategoryIds',
    ],
  ])('%s is refused, and nothing is added', async (_title, body, status, field) => {
    const before = await names()
    expect(await post('/api/circuits', body)).toMatchObject({ status, body: { field } })
    expect(await names()).toEqual(before)
  })

  it('is duplicated with what it says and offers, disabled and without categories', async () => {
    await world.give(ids.postRule, 'smartphones')
    await patch(`/api/circuits/${ids.post}`, {
      ownLabel: true,
      defaultInstructions: [{ type: 'print', label: 'Imprimez' }],
      paymentModeIds: [ids.card],
      transportOptions: [{ id: ids.byCourier }],
      modifier: { type: 'fixed', value: 500, cappedAmount: 500 },
    })
    const { status, body } = await post(`/api/circuits/${ids.post}/duplicate`, { name: 'Envoi bis' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Envoi bis',
      type: 'web_post',
      status: 'disabled',
      ownLabel: true,
      paymentModeIds: [ids.card],
      transportOptionIds: [ids.byCourier],
      defaultInstructions: [{ type: 'print', label: 'Imprimez' }],
      modifier: { type: 'fixed', value: 500, cappedAmount: 500 },
      categories: [],
    })
    expect((await post(`/api/circuits/${newId()}/duplicate`, { name: 'X2' })).status).toBe(404)
    expect((await post(`/api/circuits/${ids.abroad.circuit}/duplicate`, { name: 'X2' })).status).toBe(404)
    await world.give(ids.postRule)
  })

  it('is archived once no category uses it, leaves the list, and does not change any more (CIRC-11)', async () => {
    await world.setStatus(ids.otherStore, 'enabled')
    await world.give(ids.otherRule, 'cameras')
    const path = `/api/circuits/${ids.otherStore}`
    expect(await patch(path, { status: 'archived' })).toMatchObject({
      status: 409,
      body: { code: 'CIRCUIT_IN_USE', details: { categories: [{ name: 'Cameras' }] } },
    })
    await world.setStatus(ids.otherStore, 'disabled')
    expect(await patch(path, { status: 'archived' })).toMatchObject({
      status: 200,
      body: { status: 'archived', categories: [] },
    })
    expect(await names()).not.toContain('Comptoir bis')
    expect(await names('archived=true')).toEqual(['Comptoir bis'])
    for (const change of [{ name: 'Autre' }, { status: 'enabled' }])
      expect((await patch(path, change)).body.code).toBe('CIRCUIT_ARCHIVED')
    expect((await post(`${path}/duplicate`, { name: 'Comptoir ter' })).status).toBe(200)
    const link = `/api/categories/${world.categories['cameras']}/circuits/${ids.otherStore}`
    expect((await office.request(link, { method: 'POST' })).status).toBe(409)
  })
})

describe('a circuit that posts or collects (O12)', () => {
  const path = () => `/api/circuits/${ids.post}`
  const carrier = (status: string, column: string, id: string) =>
    world.change(
      `with made as (insert into carrier (account_id, id, name, url, status, api_key, event_secret)
          values ($1, uuid_v7(), $2, 'https://carrier.example', $2, '\\x00', '\\x00') returning id)
        insert into carrier_service (account_id, carrier_id, ${column}) select $1, id, $3 from made`,
      status,
      id,
    )

  it('is enabled with a carrier, or with the label without postage', async () => {
    await patch(path(), { ownLabel: true, transportOptions: [{ id: ids.byPost }, { id: ids.byCourier }] })
    await world.setStatus(ids.post, 'disabled')
    const refused = { status: 409, body: { code: 'CIRCUIT_CARRIER_MISSING', field: 'status' } }
    expect(await patch(path(), { ownLabel: false })).toMatchObject({ status: 200, body: { carrierMissing: true } })
    expect(await patch(path(), { status: 'enabled' })).toMatchObject(refused)
    expect((await patch(path(), { status: 'enabled', ownLabel: true })).status).toBe(200)
    expect(await patch(path(), { ownLabel: false })).toMatchObject({
      status: 409,
      body: { code: 'CIRCUIT_CARRIER_MISSING', field: 'ownLabel' },
    })
    await patch(path(), { status: 'disabled' })
    await carrier('active', 'shipping_method_id', ids.byPost)
    expect(await patch(path(), { status: 'enabled', ownLabel: false })).toMatchObject(refused)
    const served = { status: 'enabled', ownLabel: false, transportOptions: [{ id: ids.byPost }] }
    expect(await patch(path(), served)).toMatchObject({ status: 200, body: { carrierMissing: false } })
  })

  it('says that its carrier has gone, and can still be changed', async () => {
    await world.change(`update carrier set status = 'inactive' where account_id = $1`)
    expect(await patch(path(), { description: 'Sous 14 jours' })).toMatchObject({
      status: 200,
      body: { status: 'enabled', carrierMissing: true },
    })
  })
})

describe('a circuit that customers choose', () => {
  const offers = () => ({ paymentModeIds: [ids.transfer], transportOptions: [{ id: ids.byPost }] })
  const kinds = [
    ['payment mode', 'paymentModeIds', 'CIRCUIT_NO_PAYMENT_MODE', 'payment_mode', () => ids.transfer],
    ['shipping method', 'transportOptions', 'CIRCUIT_NO_TRANSPORT_MODE', 'shipping_method', () => ids.byPost],
  ] as const

  it.each(kinds)('is not enabled without an active %s', async (_kind, field, code, table, id) => {
    const without = { ...offers(), [field]: [] }
    const body = { type: 'store_collect', name: 'Enlèvement au comptoir' }
    expect(await post('/api/circuits', { ...body, ...without, status: 'enabled' })).toMatchObject({
      status: 409,
      body: { code, field },
    })
    const { id: circuit } = (await post('/api/circuits', { ...body, ...offers() })).body
    await world.change(`update ${table} set status = 'inactive' where account_id = $1 and id = $2`, id())
    expect(await patch(`/api/circuits/${circuit}`, { status: 'enabled' })).toMatchObject({
      status: 409,
      body: { code, field: 'status' },
    })
    await world.change(`update ${table} set status = 'active' where account_id = $1 and id = $2`, id())
    expect(await patch(`/api/circuits/${circuit}`, { status: 'enabled' })).toMatchObject({ status: 200 })
  })

  it.each(kinds)('keeps its last %s', async (_kind, field, code, table, id) => {
    const { id: circuit } = (
      await post('/api/circuits', { type: 'store_collect', name: 'Enlèvement', status: 'enabled', ...offers() })
    ).body
    const path = `/api/circuits/${circuit}`
    expect(await patch(path, { [field]: [] })).toMatchObject({ status: 409, body: { code, field } })
    // One whose last one has gone all the same can be changed otherwise.
    await world.change(`update ${table} set status = 'inactive' where account_id = $1 and id = $2`, id())
    expect(await patch(path, { [field]: [], name: 'Collecte' })).toMatchObject({ status: 200 })
    await world.change(`update ${table} set status = 'active' where account_id = $1 and id = $2`, id())
    expect((await patch(path, { status: 'disabled' })).status).toBe(200)
  })
})

describe.each([
  ['payment mode', '/api/payment-modes', 'label', { type: 'voucher', label: 'Bon' }, 'PAYMENT_MODE'],
  [
    'shipping method',
    '/api/shipping-methods',
    'description',
    { type: 'WEB_POST', description: 'Par la poste lente' },
    'SHIPPING_METHOD',
  ],
] as const)('a %s', (_kind, path, label, body, code) => {
  it('is added, changed, made inactive, duplicated and archived', async () => {
    const made = await post(path, { ...body })
    expect(made).toMatchObject({ status: 200, body: { ...body, status: 'active', circuits: [], modifier: null } })
    const own = `${path}/${made.body.id}`
    expect(await patch(own, { [label]: 'Nouveau', status: 'inactive' })).toMatchObject({
      status: 200,
      body: { [label]: 'Nouveau', status: 'inactive' },
    })
    const copy = await post(`${own}/duplicate`, { [label]: 'Copie' })
    expect(copy).toMatchObject({ status: 200, body: { type: body.type, [label]: 'Copie', status: 'inactive' } })
    expect((await patch(own, { status: 'archived' })).status).toBe(200)
    expect((await listed(path)).map(({ id }) => id)).not.toContain(made.body.id)
    expect((await listed(path, 'archived=true')).map(({ id }) => id)).toEqual([made.body.id])
    expect((await patch(own, { status: 'active' })).body.code).toBe(`${code}_ARCHIVED`)
    expect((await post(`${path}/${newId()}/duplicate`, { [label]: 'Copie' })).status).toBe(404)
  })

  it('is the only one of an enabled circuit, and stays until that has another one', async () => {
    const made = (await post(path, { ...body })).body.id
    const other = (await post(path, { ...body })).body.id
    const field = path === '/api/payment-modes' ? 'paymentModeIds' : 'transportOptions'
    const offered = (...all: readonly string[]) =>
      patch(`/api/circuits/${ids.web}`, { [field]: field === 'paymentModeIds' ? all : all.map((id) => ({ id })) })
    await offered(made)
    for (const status of ['inactive', 'archived'])
      expect(await patch(`${path}/${made}`, { status })).toMatchObject({
        status: 409,
        body: { code: `${code}_IN_USE`, details: { circuits: [{ name: 'Dépôt' }] } },
      })
    await offered(made, other)
    const version = async () =>
      ((await send('GET', `/api/circuits/${ids.web}`)).body as unknown as CircuitAnswer).version
    const before = await version()
    expect((await patch(`${path}/${made}`, { status: 'archived' })).status).toBe(200)
    expect(await version()).toBe(before + 1)
    expect(await offered(made)).toMatchObject({ status: 422, body: { field } })
    expect((await offered(other)).status).toBe(200)
  })

  it('is read by analysts, written by managers, and neither by sellers or other accounts', async () => {
    const abroad = path === '/api/payment-modes' ? ids.abroad.mode : ids.abroad.method
    expect((await send('GET', path, undefined, analyst)).status).toBe(200)
    expect((await send('GET', path, undefined, seller)).status).toBe(403)
    for (const who of [analyst, seller]) expect((await post(path, { ...body }, who)).status).toBe(403)
    expect((await send('GET', `${path}/${abroad}`)).status).toBe(404)
    expect((await patch(`${path}/${abroad}`, { status: 'archived' })).status).toBe(404)
  })
})

it('a shipping method is called by its type in capitals, and taken by either (CIRC-17)', async () => {
  const made = await post('/api/shipping-methods', { type: 'STORE_DROP_LABEL', description: 'Au comptoir' })
  expect(made).toMatchObject({ status: 200, body: { type: 'STORE_DROP_LABEL', channel: 'store' } })
  const older = await post('/api/shipping-methods', { type: 'web_collect', description: 'À domicile' })
  expect(older).toMatchObject({ status: 200, body: { type: 'WEB_COLLECT', channel: 'web' } })
  expect((await post('/api/shipping-methods', { type: 'Web_Collect', description: 'À domicile' })).status).toBe(422)
  expect((await send('GET', `/api/shipping-methods/${made.body.id}`)).body.type).toBe('STORE_DROP_LABEL')
  const found = await listed('/api/shipping-methods', 'search=web_collect')
  expect(found).toMatchObject([{ id: older.body.id, type: 'WEB_COLLECT' }])
  const { shippingMethods } = (await send('GET', '/api/circuit-options')).body as unknown as CircuitOptions
  expect(shippingMethods.map(({ type }) => type)).toEqual(expect.arrayContaining(['STORE_DROP_LABEL', 'WEB_POST']))
  expect((await send('GET', `/api/circuits/${ids.web}`)).body.type).toBe('web_drop')
})

it('circuits are written by managers alone', async () => {
  for (const who of [analyst, seller]) {
    expect((await post('/api/circuits', { type: 'web_post', name: 'Envoi' }, who)).status).toBe(403)
    expect((await post(`/api/circuits/${ids.web}/duplicate`, { name: 'Envoi' }, who)).status).toBe(403)
  }
  expect((await send('GET', '/api/circuits', undefined, seller)).status).toBe(403)
})

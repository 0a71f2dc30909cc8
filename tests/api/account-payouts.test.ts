// @module-tag slow
import { afterEach, describe, expect, it } from 'vitest'
import { createPaymentSweep } from '#api/features/payment/payment-sweep.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import type { TestSession } from '#tests/support/api.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { payoutSecrets, signedEvent, type PayoutManner } from '#tests/support/payout-server.ts'

const world = preparePayments()
const { api, owner, settled, runJobs, paymentOf, statusOf } = world
let admin: TestSession | null = null
const secret = 'another secret, long enough for the events of an account'

const request = async (path: string, method: string, json?: object) => {
  admin ??= await api().signIn('admin')
  const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
  const init = json === undefined ? {} : { json, headers }
  const response = await admin.request(`/api/connector-organizations${path}`, { method, ...init })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as ConfigurationAnswer & Refusal }
}
interface Refusal {
  readonly code?: string
  readonly field?: string
}
const properties = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value: value as string }))
const own = () => ({ url: world.server().url, apiKey: payoutSecrets.apiKey, eventSecret: secret })
async function configure(values: object = own(), part: object = {}) {
  const organizationId = api().accounts.retailer.id
  const body = { connectorId: 'payment', organizationId, name: 'Paiements', properties: properties(values), ...part }
  return request('', 'POST', body)
}
const change = (id: string, json: object) => request(`/${id}`, 'PATCH', json)
const keyOf = async (buybackId: string, number = 1) =>
  `${(await paymentOf(buybackId)).id.replaceAll('-', '')}-${number.toString(36)}`
const attemptOf = async (buybackId: string) => {
  const { rows } = await owner().query<{ configuration: string | null; state: string }>(
    `select a.configuration_id as configuration, a.state from payment_attempt a
      join payment p on p.account_id = a.account_id and p.id = a.payment_id where p.buyback_id = $1
      order by a.number desc limit 1`,
    [buybackId],
  )
  return rows[0]!
}
const tell = async (id: string, body: object, by = secret) =>
  (await api().request(`/api/payment-events/${id}`, signedEvent(body, world.now(), by))).status
async function asked(manner: PayoutManner): Promise<string> {
  world.server().behave(manner)
  return settled({ mode: 'http' })
}

afterEach(async () => {
  await owner().query(`update connector_configuration set status = 'inactive', name = 'Paiements ' || id`)
})

describe('a payment whose account names a payout service of its own (CONN-08)', () => {
  it('is paid by it, once, and the attempt remembers by which', async () => {
    const { body } = await configure()
    const id = await asked('complete')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', provider: 'http', attempts: 1 })
    expect(await attemptOf(id)).toEqual({ configuration: body.id, state: 'completed' })
    expect(world.server().payouts.has(await keyOf(id))).toBe(true)
  })

  it('is paid by it where the installation has none, and by the installation’s where it is inactive', async () => {
    const { body } = await configure({ ...own(), url: `${world.server().url}/` }, { status: 'inactive' })
    const first = await asked('complete')
    expect((await attemptOf(first)).configuration).toBeNull()
    await change(body.id, { status: 'active' })
    world.server().behave('complete')
    const id = await world.open({ mode: 'http' })
    await world.become(id, 'bb_completed')
    await runJobs(id, 'payment-start', null)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is asked of it however the account pays by now, and of nobody else', async () => {
    const { body } = await configure()
    const id = await asked('pay-and-drop')
    expect(await statusOf(id)).toBe('payment_initiated')
    await change(body.id, { status: 'inactive' })
    world.server().behave('complete')
    const requests = world.server().requests()
    await runJobs(id, 'payment-ask', null)
    expect([await statusOf(id), world.server().requests()]).toEqual(['payment_completed', requests])
  })

  it('keeps its service where it is while a payout is open, and its name for good', async () => {
    const { body } = await configure()
    const id = await asked('accept')
    const moved = await change(body.id, { properties: properties({ url: `${world.server().url}/v2` }) })
    expect([moved.status, moved.body.code, moved.body.field]).toEqual([409, 'CONNECTOR_IN_USE', 'url'])
    expect((await change(body.id, { properties: properties({ url: world.server().url }) })).status).toBe(200)
    expect(await tell(body.id, { key: await keyOf(id), status: 'completed', id: 'p-9' })).toBe(204)
    expect((await change(body.id, { properties: properties({ url: `${world.server().url}/v2` }) })).status).toBe(200)
    const deleted = await request(`/${body.id}`, 'DELETE')
    expect([deleted.status, deleted.body.code]).toEqual([409, 'CONNECTOR_IN_USE'])
  })

  it('that never arrived is not sent again under another key of the service, until the former one is back', async () => {
    const { body } = await configure()
    const id = await asked('drop')
    world.server().behave('complete')
    await change(body.id, { properties: properties({ apiKey: 'a new key of the tests' }) })
    expect(await runJobs(id, 'payment-ask')).toMatchObject({ reason: { message: 'PAYOUT_OUTCOME_UNKNOWN' } })
    await change(body.id, { properties: properties({ apiKey: payoutSecrets.apiKey }) })
    await runJobs(id, 'payment-ask')
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_completed', attempts: 1 })
  })

  it('hears events of that service alone, signed with its own secret', async () => {
    const { body } = await configure()
    const id = await asked('accept')
    const done = { key: await keyOf(id), status: 'completed', id: 'p-1' }
    // Neither the installation's service nor another configuration has a word about it.
    const other = await configure(own(), { name: 'Autre', status: 'inactive' })
    const installation = await api().request('/api/payment-events', signedEvent(done, world.now()))
    expect([installation.status, await tell(other.body.id, done)]).toEqual([404, 404])
    expect(await tell(body.id, done, payoutSecrets.eventSecret)).toBe(401)
    expect(await tell('018f0000-0000-7000-8000-00000000dead', done)).toBe(401)
    expect(await statusOf(id)).toBe('payment_initiated')
    expect(await tell(body.id, done)).toBe(204)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('hears nothing of an account’s service about what the installation’s was sent', async () => {
    const id = await asked('accept')
    const { body } = await configure()
    expect(await tell(body.id, { key: await keyOf(id), status: 'completed', id: 'p-1' })).toBe(404)
    expect(await statusOf(id)).toBe('payment_initiated')
  })

  it('is asked for again by the round of a process whose installation has no service', async () => {
    await configure()
    const id = await asked('accept')
    await owner().query('delete from pgboss.job')
    const sweep = createPaymentSweep({ database: api().db, isServed: false, log: { warn: () => undefined } })
    expect(await sweep()).toBeGreaterThanOrEqual(1)
    const { rows } = await owner().query(`select 1 from pgboss.job where data ->> 'paymentId' = $1`, [
      (await paymentOf(id)).id,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('a payout service of an account', () => {
  it('is one at a time, at a host that the installation speaks to', async () => {
    const { body } = await configure()
    const second = await configure(own(), { name: 'Autre' })
    expect([second.status, second.body.code, second.body.field]).toEqual([409, 'CONNECTOR_OTHER_ACTIVE', 'status'])
    const resting = await configure(own(), { name: 'Autre', status: 'inactive' })
    expect((await change(resting.body.id, { status: 'active' })).body.code).toBe('CONNECTOR_OTHER_ACTIVE')
    await change(body.id, { status: 'inactive' })
    expect((await change(resting.body.id, { status: 'active' })).status).toBe(200)
    for (const url of ['http://127.0.0.1:5432', 'http://169.254.169.254/latest', 'http://127.0.0.1.evil.example']) {
      const made = await configure({ ...own(), url }, { name: 'Dedans', status: 'inactive' })
      expect([url, made.body.code]).toEqual([url, 'CONNECTOR_HOST_NOT_ALLOWED'])
      const moved = await change(body.id, { properties: properties({ url }) })
      expect([url, moved.body.code]).toEqual([url, 'CONNECTOR_HOST_NOT_ALLOWED'])
    }
  })
})

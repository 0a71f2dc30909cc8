import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { standardTerms } from '#api/documents/standard-terms-queries.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from '#tests/support/api.ts'
import { textOf } from '#tests/support/edge-rows.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'

let api: TestApi
let admin: TestSession
let owner: pg.Client

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function send(method: 'POST' | 'PATCH', path: string, json: unknown, headers: Record<string, string> = {}) {
  const answer = await admin.request(path, { method, json, headers })
  return { status: answer.status, body: (await answer.json()) as ClientAnswer & { code?: string; field?: string } }
}
const create = (change: object = {}) => send('POST', '/api/accounts', { ...newClient, ...change })
const patch = (id: string, json: object, headers?: Record<string, string>) =>
  send('PATCH', `/api/accounts/${id}`, json, headers)
const read = async (id: string) => (await (await admin.request(`/api/accounts/${id}`)).json()) as ClientAnswer
const accounts = async () => (await owner.query('select 1 from account')).rowCount

describe('a new client', () => {
  it('is an account with the top of its tree and the settings of the start (ORG-02, ORG-05, ORG-06)', async () => {
    const { status, body } = await create()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...newClient,
      siret: '80314159700010',
      streetMore: null,
      version: 1,
      linkedBuyers: 0,
      linkedRetailers: 0,
    })
    const { rows } = await owner.query(
      'select id, type, module_type, common_name from organization where account_id = $1',
      [body.id],
    )
    expect(rows).toEqual([
      { id: body.organizationId, type: 'root_management_unit', module_type: 'root', common_name: 'Boutique Neuve' },
    ])
    const details = await owner.query(
      `select cart_min_value, warehouse_checkin_requirement, enabled_premium_features from organization_root_detail
       where account_id = $1`,
      [body.id],
    )
    expect(details.rows).toEqual([
      { cart_min_value: 0, warehouse_checkin_requirement: 'optional', enabled_premium_features: [] },
    ])
    const byEntity = await admin.request(`/api/organizations/${body.organizationId}/account`)
    expect([byEntity.headers.get('etag'), await byEntity.json()]).toEqual(['"1"', body])
    expect((await admin.request(`/api/organizations/${newId()}/account`)).status).toBe(404)
    expect((await admin.request(`/api/accounts/${newId()}`)).status).toBe(404)
  })

  it.each<[string, object, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['with a name of one character (O21)', { name: ' X ' }, 'name'],
    ['with too long a name', { name: textOf(256) }, 'name'],
    ['without a module', { isRetailer: false }, 'isRetailer'],
    ['with a SIRET of 13 digits', { siret: '8031415920001' }, 'siret'],
    ['with a SIRET with a wrong digit', { siret: '80314159700011' }, 'siret'],
    ['with too long a street', { street: textOf(126) }, 'street'],
    ['with too long a town', { city: textOf(46) }, 'city'],
    ['with too long a zip code', { zipCode: textOf(17) }, 'zipCode'],
    ['with a zip code of another country', { zipCode: 'ABC', country: 'FR' }, 'zipCode'],
    ['with too long a capital', { capital: textOf(65) }, 'capital'],
    ['with a word for a country', { companyCountry: 'France' }, 'companyCountry'],
    ['in a language that there is not', { language: 'es-ES' }, 'language'],
    ['in a currency that there is not', { currency: 'JPY' }, 'currency'],
    ['in a time zone that there is not', { timeZone: 'Europe/Lille' }, 'timeZone'],
    ['in an offset instead of a time zone', { timeZone: '+01:00' }, 'timeZone'],
    ['with half an e-mail', { emailDPO: 'dpo@' }, 'emailDPO'],
    ['with a script as its web channel', { webChannelUrl: 'javascript:alert(1)' }, 'webChannelUrl'],
    ['with a web channel that anybody may read along', { webChannelUrl: 'http://c.example' }, 'webChannelUrl'],
    ['with a web channel at every host', { webChannelUrl: 'https://*' }, 'webChannelUrl'],
    ['with a password in its web channel', { webChannelUrl: 'https://a:b@c.example' }, 'webChannelUrl'],
    ['with a tag manager id of other signs', { tagManagerId: 'GTM"><script' }, 'tagManagerId'],
    ['with too long a consent tool id', { consentToolId: textOf(65) }, 'consentToolId'],
    ['with too many tracking tags', { trackingTags: textOf(20_001) }, 'trackingTags'],
    ['whose payments nobody issues', { paymentIssuer: 'nobody' }, 'paymentIssuer'],
    ['whose transport contract nobody holds', { transportContractHolder: null }, 'transportContractHolder'],
  ])('%s is refused (ORG-05, ORG-06)', async (_title, change, field) => {
    const before = await accounts()
    const { status, body } = await create(change)
    expect([status, body]).toMatchObject([422, { code: 'REQUEST_INVALID', field }])
    expect(await accounts()).toBe(before)
  })

  it('takes a name of two characters, each text at its longest, and any number of a register outside France', async () => {
    expect((await create({ name: 'XY' })).status).toBe(200)
    const { status } = await create({
      name: textOf(255),
      street: textOf(125),
      city: textOf(45),
      // Without a country no postal system judges it.
      country: null,
      zipCode: textOf(16),
      capital: textOf(64),
      companyCountry: 'BE',
      siret: '0403.199.702',
      trackingTags: textOf(20_000),
    })
    expect(status).toBe(200)
  })

  it('answers under the host of its web channel, which no other client has', async () => {
    const webChannelUrl = 'https://Reprise.Neuve.example/accueil'
    const { body } = await create({ name: 'Avec site', webChannelUrl })
    const branding = async () =>
      (await (await api.request('/api/branding', { headers: { host: 'reprise.neuve.example' } })).json()) as {
        name: string
      }
    expect((await branding()).name).toBe('Avec site')
    const before = await accounts()
    const second = await create({ webChannelUrl: 'https://reprise.neuve.example' })
    expect([second.status, second.body]).toMatchObject([
      409,
      { code: 'CLIENT_WEB_ADDRESS_TAKEN', field: 'webChannelUrl' },
    ])
    expect(await accounts()).toBe(before)
    await patch(body.id, { name: 'Autre nom' })
    expect((await branding()).name).toBe('Autre nom')
    await patch(body.id, { status: 'inactive' })
    expect((await branding()).name).not.toBe('Autre nom')
  })
})

describe('a client', () => {
  it('changes by a merge patch of what its tabs hold (ORG-03, ORG-05, ORG-06)', async () => {
    const { body: client } = await create()
    const changed = await patch(
      client.id,
      { siret: null, isBuyerAndWorkshopsSupervisor: true, paymentIssuer: 'buyer', transportContractHolder: 'retailer' },
      { 'if-match': '"1"' },
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...client,
      version: 2,
      siret: null,
      isBuyerAndWorkshopsSupervisor: true,
      paymentIssuer: 'buyer',
      transportContractHolder: 'retailer',
    })
    expect(await read(client.id)).toEqual(changed.body)
  })

  it('that another user changed in between is not overwritten', async () => {
    const { body: client } = await create()
    await patch(client.id, { city: 'Roubaix' })
    const late = await patch(client.id, { city: 'Tourcoing' }, { 'if-match': '"1"' })
    expect([late.status, late.body]).toMatchObject([412, { code: 'REQUEST_VERSION_CONFLICT' }])
    expect((await read(client.id)).city).toBe('Roubaix')
  })

  it('has a postcode of its country, judged again with either of them', async () => {
    const { body: client } = await create({ zipCode: '59000', country: 'FR' })
    for (const change of [{ zipCode: 'ABC' }, { country: 'BE' }]) {
      const { status, body } = await patch(client.id, change)
      expect([status, body]).toMatchObject([422, { code: 'REQUEST_INVALID', field: 'zipCode' }])
    }
    expect((await patch(client.id, { zipCode: '1000', country: 'BE' })).status).toBe(200)
  })

  it('keeps its currency, in which its amounts are', async () => {
    const { body: client } = await create()
    const { status, body } = await patch(client.id, { currency: 'CHF' })
    expect([status, body]).toMatchObject([400, { code: 'REQUEST_UNKNOWN_FIELD', field: 'currency' }])
  })

  it('keeps a module that is in use, and one module at least', async () => {
    const { retailer, buyer } = api.accounts
    const refused = async (id: string, change: object) => {
      const before = await read(id)
      const { status, body } = await patch(id, change)
      expect(await read(id)).toEqual(before)
      return [status, body.code, body.field]
    }
    const both = { isRetailer: false, isBuyerAndWorkshopsSupervisor: true }
    expect(await refused(retailer.id, both)).toEqual([409, 'CLIENT_MODULE_IN_USE', 'isRetailer'])
    const none = { isRetailer: true, isBuyerAndWorkshopsSupervisor: false }
    expect(await refused(buyer.id, none)).toEqual([409, 'CLIENT_MODULE_IN_USE', 'isBuyerAndWorkshopsSupervisor'])
    expect(await refused(buyer.id, { isBuyerAndWorkshopsSupervisor: false })).toEqual([
      422,
      'CLIENT_MODULE_REQUIRED',
      'isRetailer',
    ])
  })

  it('keeps a module while active users work in it (ORG-30)', async () => {
    const { body: client } = await create({ isBuyerAndWorkshopsSupervisor: true })
    const user = newId()
    await owner.query(
      `insert into user_account (account_id, id, email, first_name, last_name)
       values ($1, $2, 'neuf@neuve.example', 'Nina', 'Neuf')`,
      [client.id, user],
    )
    const places = { buyer: newId(), warehouse: newId() }
    for (const [type, id] of Object.entries(places))
      await owner.query(
        `insert into organization (account_id, id, parent_organization_id, type, common_name, status, buyer_account_id)
         values ($1, $2, $3, $4, 'Ailleurs', 'inactive', case when $4 = 'buyer' then $1::uuid end)`,
        [client.id, id, client.organizationId, type],
      )
    const works = async (module: string, type: string, place = client.organizationId) => {
      await owner.query('delete from user_module where user_id = $1', [user])
      await owner.query(
        `insert into user_module (account_id, user_id, module, user_type, organization_id) values ($1, $2, $3, $4, $5)`,
        [client.id, user, module, type, place],
      )
    }
    const without = async (field: string) => {
      const { status, body } = await patch(client.id, { [field]: false })
      return [status, body.code, body.field]
    }
    const used = [409, 'CLIENT_MODULE_IN_USE']
    await works('tim', 'root_management_unit_manager')
    expect(await without('isRetailer')).toEqual([...used, 'isRetailer'])
    for (const [module, type, place] of [
      ['lcm', 'buyer_manager', places.buyer],
      ['rps', 'warehouse_manager', places.warehouse],
    ] as const) {
      await works(module, type, place)
      expect(await without('isBuyerAndWorkshopsSupervisor')).toEqual([...used, 'isBuyerAndWorkshopsSupervisor'])
    }
    expect((await read(client.id)).version).toBe(client.version)
    await owner.query(`update user_account set status = 'inactive' where id = $1`, [user])
    expect((await without('isBuyerAndWorkshopsSupervisor'))[0]).toBe(200)
  })

  it('is asked for its SIRET by the country that it will be in', async () => {
    const { body: client } = await create({ companyCountry: 'BE', siret: '0403199702' })
    const { status, body } = await patch(client.id, { companyCountry: 'FR' })
    expect([status, body]).toMatchObject([422, { code: 'CLIENT_SIRET_INVALID', field: 'siret' }])
    const wrong = await patch(client.id, { companyCountry: 'FR', siret: '80314159200018' })
    expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'CLIENT_SIRET_CHECK_DIGIT', field: 'siret' }])
    expect((await patch(client.id, { companyCountry: 'FR', siret: null })).status).toBe(200)
  })

  it('of the administrator stays active, since nobody could undo it', async () => {
    const { status, body } = await patch(api.accounts.retailer.id, { status: 'inactive' })
    expect([status, body]).toMatchObject([409, { code: 'CLIENT_OWN_ACCOUNT', field: 'status' }])
  })

  it('that is made inactive lets nobody in, and signs out its users at once', async () => {
    const elsewhere = await api.signIn('manager@other.example')
    expect((await elsewhere.request('/api/session')).status).toBe(200)
    expect((await patch(api.accounts.other.id, { status: 'inactive' })).status).toBe(200)
    expect((await elsewhere.request('/api/session')).status).toBe(401)
    const json = { email: 'manager@other.example', password: 'Reprise-2026' }
    const headers = { origin: testOrigin }
    expect((await api.request('/api/login', { method: 'POST', headers, json })).status).toBe(401)
    expect((await patch(api.accounts.other.id, { status: 'active' })).status).toBe(200)
    expect((await elsewhere.request('/api/session')).status).toBe(401)
    expect((await api.request('/api/login', { method: 'POST', headers, json })).status).toBe(200)
  })

  it('keeps the host that was set up by hand until the address of its web channel changes', async () => {
    const { id } = api.accounts.other
    const hostOf = async () => (await owner.query('select host from account where id = $1', [id])).rows[0]?.host
    await patch(id, { name: 'Autre Maison bis', webChannelUrl: null })
    expect(await hostOf()).toBe('other.example')
    await patch(id, { webChannelUrl: 'https://shop.other.example' })
    expect(await hostOf()).toBe('shop.other.example')
    await owner.query(`update account set host = '*' where id = $1`, [id])
    await patch(id, { webChannelUrl: 'https://www.other.example' })
    expect(await hostOf()).toBe('*')
  })

  it('is told to the devices of its users when it changes', async () => {
    const { id } = api.accounts.other
    const lines = async () => (await owner.query('select 1 from sync_change where account_id = $1', [id])).rowCount ?? 0
    const before = await lines()
    await patch(id, { city: 'Nantes' })
    expect(await lines()).toBeGreaterThan(before)
  })

  it('is read and changed by administrators alone (ORG-08)', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    const path = `/api/accounts/${api.accounts.retailer.id}`
    const answers = [
      await manager.request(path),
      await manager.request(`/api/organizations/${api.accounts.retailer.rootId}/account`),
      await manager.request('/api/accounts', { method: 'POST', json: newClient }),
      await manager.request(path, { method: 'PATCH', json: { name: 'X' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

it('terms in one language are not given to readers of others when it becomes the account’s', async () => {
  const { id } = (await create()).body
  const german = { terms: 'Verkauft an {{buyer_name}}.' }
  const stored = async () => {
    const { rows } = await owner.query<object>(
      'select transfer_order_terms as terms, translations from organization_root_detail where account_id = $1',
      [id],
    )
    return rows[0]
  }
  const standard = (...read: readonly Language[]) =>
    Object.fromEntries(read.map((each) => [each, { terms: standardTerms[each] }]))
  await owner.query('update organization_root_detail set translations = $2 where account_id = $1', [
    id,
    JSON.stringify({ 'de-DE': german }),
  ])
  expect((await patch(id, { language: 'de-DE' })).status).toBe(200)
  expect(await stored()).toEqual({ ...german, translations: standard('fr-FR', 'en-GB', 'nl-BE') })
  expect((await patch(id, { language: 'fr-FR' })).status).toBe(200)
  expect(await stored()).toEqual({
    terms: standardTerms['fr-FR'],
    translations: { 'de-DE': german, ...standard('en-GB', 'nl-BE') },
  })
})

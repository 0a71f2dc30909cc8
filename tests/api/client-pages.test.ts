import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { ClientCookies, ClientPages } from '#sync/calls/client-pages.ts'
import type { HomePageAnswer } from '#sync/calls/home-page.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

let api: TestApi
let admin: TestSession

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const headers = (version: number) => ({ 'content-type': 'application/merge-patch+json', 'if-match': `"${version}"` })
const path = (id: string) => `/api/accounts/${id}/pages`
const read = async (id: string) => (await (await admin.request(path(id))).json()) as ClientPages

/** A published product in a category of its own. */
async function addProduct(accountId: string, label: string): Promise<string> {
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const [category, product] = [newId(), newId()]
  try {
    await owner.query(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Vélos', 'velos')`, [
      accountId,
      category,
    ])
    await owner.query(
      `insert into product (account_id, id, label, main_category_id, status) values ($1, $2, $3, $4, 'published')`,
      [accountId, product, label, category],
    )
  } finally {
    await owner.end()
  }
  return product
}

describe('the public pages of a client (ORG-02)', () => {
  it('are read and changed for any client, and what is not named stays', async () => {
    const { id } = api.accounts.other
    const before = await read(id)
    const json = { eula: '<p>Règles</p>', noSearchResultDescription: null }
    const changed = await admin.request(path(id), { method: 'PATCH', json, headers: headers(before.version) })
    expect(changed.status).toBe(200)
    expect(await read(id)).toMatchObject({ ...before, ...json, version: before.version + 1 })
    const { organizationId } = (await (await admin.request(`/api/accounts/${id}`)).json()) as { organizationId: string }
    expect(await read(organizationId)).toEqual(await read(id))
    const own = await read(api.accounts.retailer.id)
    expect(own.eula).not.toBe(json.eula)
    const late = await admin.request(path(id), { method: 'PATCH', json, headers: headers(before.version) })
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
  })

  it('take no other setting, and no text beyond its limit', async () => {
    const { id } = api.accounts.other
    const { version } = await read(id)
    const statusOf = async (json: object) =>
      (await admin.request(path(id), { method: 'PATCH', json, headers: headers(version) })).status
    expect(await statusOf({ enabledPremiumFeatures: ['sftp_access'] })).toBe(400)
    expect(await statusOf({ eula: 'a'.repeat(200_001) })).toBe(422)
    expect(await statusOf({ eula: 'a'.repeat(200_000) })).toBe(200)
    expect((await admin.request(path(newId()))).status).toBe(404)
  })

  it('say the cookies policy of the client, and nobody else’s', async () => {
    const cookies = (of: string) => `/api/accounts/${of}/pages/cookies-policy`
    const { id } = api.accounts.other
    const policyOf = async (of: string) =>
      ((await (await admin.request(cookies(of))).json()) as ClientCookies).cookiesPolicy
    const own = await policyOf(api.accounts.retailer.id)
    const { version } = (await (await admin.request(cookies(id))).json()) as ClientCookies
    const json = { cookiesPolicy: '<p>Mesure d’audience</p>' }
    const changed = await admin.request(cookies(id), { method: 'PATCH', json, headers: headers(version) })
    expect([changed.status, await policyOf(id)]).toEqual([200, json.cookiesPolicy])
    expect(await policyOf(api.accounts.retailer.id)).toBe(own)
    const manager = await api.signIn('root_management_unit_manager')
    expect((await manager.request(cookies(id))).status).toBe(403)
    const tried = await manager.request(cookies(id), { method: 'PATCH', json, headers: headers(version + 1) })
    expect(tried.status).toBe(403)
    expect((await admin.request(cookies(newId()))).status).toBe(404)
  })

  it('are the home of the client, with its own products', async () => {
    const { id } = api.accounts.other
    const home = (of = id) => `/api/home-page?organizationId=${of}`
    const readHome = async (address = home()) => (await (await admin.request(address)).json()) as HomePageAnswer
    const own = await readHome('/api/home-page')
    const before = await readHome()
    const product = await addProduct(id, 'Vélo de ville')
    const found = await admin.request(`/api/home-page/products?organizationId=${id}&search=velo`)
    expect(await found.json()).toEqual({
      products: [{ id: product, label: 'Vélo de ville', brand: null, status: 'published' }],
    })
    const json = {
      metaTitle: 'Reprise de vélos',
      widgets: [{ type: 'featured_products', title: 'Nos vélos', productIds: [product] }],
    }
    const changed = await admin.request(home(), { method: 'PATCH', json, headers: headers(before.version) })
    expect(changed.status).toBe(200)
    expect((await readHome()).metaTitle).toBe('Reprise de vélos')
    expect(await readHome('/api/home-page')).toEqual(own)
    const stray = await admin.request('/api/home-page', {
      method: 'PATCH',
      json: { widgets: json.widgets },
      headers: headers(own.version),
    })
    expect(stray.status).toBe(422)
    const manager = await api.signIn('root_management_unit_manager')
    for (const address of [home(), `/api/home-page/products?organizationId=${id}`, home(newId())])
      expect((await manager.request(address)).status).toBe(404)
    expect((await admin.request(home(newId()))).status).toBe(404)
  })

  it('are read in the back office only by a user who administers clients', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    expect((await manager.request(path(api.accounts.retailer.id))).status).toBe(403)
  })
})

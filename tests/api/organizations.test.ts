import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

let api: TestApi
let admin: TestSession

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

interface Collection {
  readonly 'hydra:member': readonly Record<string, unknown>[]
  readonly 'hydra:totalItems'?: number
}

async function list(session: TestSession, path: string): Promise<Collection> {
  const response = await session.request(path)
  expect(response.headers.get('content-type'), path).toBe('application/ld+json')
  return (await response.json()) as Collection
}

const names = async (session: TestSession, path: string, field = 'commonName') =>
  (await list(session, path))['hydra:member'].map((member) => member[field])

describe('a list', () => {
  it('answers members and total as linked data', async () => {
    const all = await list(admin, '/api/organizations?pagination=false')
    expect(all['hydra:totalItems']).toBe(7)
    expect(all['hydra:member']).toHaveLength(7)
  })

  it('goes by pages, in the order asked for', async () => {
    const first = await list(admin, '/api/organizations?page=1&itemsPerPage=3&order[commonName]=desc')
    expect(first['hydra:member'].map((one) => one['commonName'])).toEqual(['Workshop', 'South store', 'South'])
    expect(first['hydra:totalItems']).toBe(7)
    expect(await names(admin, '/api/organizations?page=3&itemsPerPage=3&order[commonName]=desc')).toEqual([
      'Maison Essai',
    ])
    expect(await names(admin, '/api/organizations?page=9&itemsPerPage=3')).toEqual([])
    const types = '/api/organizations?type[]=store&type[]=warehouse'
    expect(await names(admin, `${types}&order[type]=desc&order[commonName]=desc`)).toEqual([
      'Workshop',
      'Second workshop',
      'South store',
      'North store',
    ])
  })

  it('has no total when it is partial', async () => {
    expect(await list(admin, '/api/organizations?partial=true')).not.toHaveProperty(['hydra:totalItems'])
  })

  it.each([
    ['/api/printers/places', 'name', ['Second workshop', 'Workshop', 'South store', 'North store']],
    ['/api/organizations/connected-warehouses', 'commonName', ['Workshop']],
  ])('of few places goes by pages too: %s', async (path, field, inOrder) => {
    const at = (query: string) => names(admin, `${path}?${query}`, field)
    const ascending = `order[${field}]=asc`
    expect(new Set(await at(''))).toEqual(new Set(inOrder))
    expect(await at(`itemsPerPage=2&order[${field}]=desc`)).toEqual(inOrder.toSorted().toReversed().slice(0, 2))
    expect(await at(`itemsPerPage=1&page=2&${ascending}`)).toEqual(inOrder.toSorted().slice(1, 2))
    expect(await at(`pagination=false&${ascending}`)).toEqual(inOrder.toSorted())
    expect(await list(admin, `${path}?itemsPerPage=1`)).toHaveProperty(['hydra:totalItems'], inOrder.length)
    expect(await list(admin, `${path}?partial=true`)).not.toHaveProperty(['hydra:totalItems'])
    expect((await admin.request(`${path}?page=0`)).status).toBe(422)
  })

  it('filters by one value, by several, and by presence (ORG-24)', async () => {
    expect(await names(admin, '/api/organizations?type=store')).toEqual(['North store', 'South store'])
    const both = '/api/organizations?type[]=warehouse&type[]=root_management_unit&order[commonName]=asc'
    expect(await names(admin, both)).toEqual(['Maison Essai', 'Second workshop', 'Workshop'])
    expect(await names(admin, '/api/organizations?exists[parentOrganizationId]=false')).toEqual(['Maison Essai'])
    expect(await names(admin, '/api/organizations?commonName=ORTH')).toEqual(['North', 'North store'])
    expect(await names(admin, '/api/organizations?status=inactive')).toEqual([])
    expect(await names(admin, `/api/organizations?accountId=${api.accounts.other.id}`)).toEqual([])
    expect((await admin.request('/api/organizations?type=shop')).status).toBe(422)
  })
})

describe('the branch', () => {
  it('bounds the organizations that a user sees (ORG-25)', async () => {
    const manager = await api.signIn('management_unit_manager')
    expect(await names(manager, '/api/organizations')).toEqual(['North', 'North store'])
    const store = await api.signIn('store_manager')
    expect(await names(store, '/api/organizations')).toEqual(['North store'])
    const { southStoreId, northStoreId } = api.accounts.retailer
    expect((await manager.request(`/api/organizations/${northStoreId}`)).status).toBe(200)
    expect((await manager.request(`/api/organizations/${southStoreId}`)).status).toBe(404)
    expect((await manager.request(`/api/organizations/${southStoreId}/public`)).status).toBe(200)
    expect((await admin.request(`/api/organizations/${southStoreId}`)).status).toBe(200)
  })

  it('bounds the users that a user sees', async () => {
    const workshop = await api.signIn('warehouse_manager')
    expect(await names(workshop, '/api/users?order[email]=asc', 'email')).toEqual([
      'second_operator@retailer.example',
      'warehouse_manager@retailer.example',
      'warehouse_operator@retailer.example',
    ])
    const manager = await api.signIn('management_unit_manager')
    const seen = await names(manager, '/api/users?pagination=false', 'email')
    expect(seen).toContain('store_seller@retailer.example')
    expect(seen).not.toContain('south@retailer.example')
    expect(seen).not.toContain('admin@retailer.example')
    const { userIds } = api.accounts
    expect((await manager.request(`/api/users/${userIds['south@retailer.example']}`)).status).toBe(404)
    expect((await manager.request(`/api/users/${userIds['store_seller@retailer.example']}`)).status).toBe(200)
  })

  it('never holds another account', async () => {
    const everybody = await list(admin, '/api/users?pagination=false')
    expect(new Set(everybody['hydra:member'].map((user) => user['accountId']))).toEqual(
      new Set([api.accounts.retailer.id]),
    )
    expect(everybody['hydra:totalItems']).toBe(everybody['hydra:member'].length)
  })
})

describe('users', () => {
  it('are filtered and shown with modules (ORG-40)', async () => {
    expect(await names(admin, '/api/users?type=warehouse_operator&order[email]=asc', 'email')).toEqual([
      'second_operator@retailer.example',
      'warehouse_operator@retailer.example',
    ])
    expect(await names(admin, '/api/users?status=inactive', 'email')).toEqual(['inactive@retailer.example'])
    expect(await names(admin, `/api/users?organizationId[]=${api.accounts.retailer.southStoreId}`, 'email')).toEqual([
      'south@retailer.example',
    ])
    const id = api.accounts.userIds['both@retailer.example']
    expect(await (await admin.request(`/api/users/${id}`)).json()).toMatchObject({
      email: 'both@retailer.example',
      types: ['store_manager'],
      timOrganizationId: api.accounts.retailer.northStoreId,
      rpsOrganizationId: null,
      modules: { tim: { type: 'store_manager', organizationId: api.accounts.retailer.northStoreId } },
    })
  })
})

describe('organizations of a sign-in', () => {
  it('name the top of the tree and the warehouses sent to (ORG-27)', async () => {
    const seller = await api.signIn('store_seller')
    expect(await (await seller.request('/api/organizations/root')).json()).toMatchObject({ commonName: 'Maison Essai' })
    expect(await names(seller, '/api/organizations/connected-warehouses')).toEqual(['Workshop'])
    const south = await api.signIn('south@retailer.example')
    expect(await names(south, '/api/organizations/connected-warehouses')).toEqual([])
  })
})

describe('payment by the buyer', () => {
  const answer = async (session: TestSession, id: string) => {
    const response = await session.request(`/api/payment/account/${id}/by-buyer-feature-available`)
    return response.ok ? ((await response.json()) as unknown) : response.status
  }

  it('is available to an account with an active link to a buyer', async () => {
    const { retailer, other } = api.accounts
    expect(await answer(admin, retailer.id)).toEqual({ byBuyerFeatureAvailable: true })
    const elsewhere = await api.signIn('admin@other.example')
    expect(await answer(elsewhere, other.id)).toEqual({ byBuyerFeatureAvailable: false })
    expect(await answer(elsewhere, retailer.id)).toBe(404)
  })
})

describe('organisation root details', () => {
  const path = () => `/api/organization-root-details/${api.accounts.retailer.rootDetailId}`
  const merge = { 'content-type': 'application/merge-patch+json' }

  it('change by merge patch in the fields named, and in no other (SET-01, SET-02)', async () => {
    const read = async () =>
      (await (
        await admin.request(`/api/accounts/${api.accounts.retailer.id}/organization-root-detail`)
      ).json()) as object
    const before = await read()
    const json = { enabledPremiumFeatures: ['multi_product_cart'], eula: 'Texte', sellerSupportEmail: null }
    const response = await admin.request(path(), { method: 'PATCH', headers: merge, json })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe('"2"')
    expect(await read()).toEqual({ ...before, ...json, version: 2 })
    const again = await admin.request(path(), { method: 'PATCH', headers: merge, json: { eula: null } })
    expect(await again.json()).toEqual({ ...before, ...json, eula: null, version: 3 })
  })

  it('refuse a change made over an older version', async () => {
    const patch = (ifMatch: string) =>
      admin.request(path(), { method: 'PATCH', headers: { ...merge, 'if-match': ifMatch }, json: { cartMinValue: 9 } })
    const stale = await patch('"1"')
    expect([stale.status, ((await stale.json()) as { code: string }).code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect((await patch('"3"')).status).toBe(200)
  })

  it('leave what is paid for to the platform: a manager may name the options as they are alone', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    const { id } = api.accounts.retailer
    const read = async () =>
      (await (await manager.request(`/api/accounts/${id}/organization-root-detail`)).json()) as {
        readonly version: number
        readonly enabledPremiumFeatures: readonly string[]
      }
    const patch = async (json: object) => {
      const response = await manager.request(path(), { method: 'PATCH', headers: merge, json })
      const { code, field } = (await response.json()) as { readonly code?: string; readonly field?: string }
      return [response.status, code, field]
    }
    const refused = [403, 'PREMIUM_FEATURE_PLATFORM_ONLY', 'enabledPremiumFeatures']
    const before = await read()
    for (const enabledPremiumFeatures of [
      [],
      ['payment_bonus'],
      ['multi_product_cart', 'sftp_access'],
      premiumFeatures,
    ])
      expect(await patch({ enabledPremiumFeatures, cartMinValue: 4 })).toEqual(refused)
    expect(await read()).toEqual(before)
    // Programs that write all settings back go on.
    expect((await patch({ enabledPremiumFeatures: before.enabledPremiumFeatures, cartMinValue: 0 }))[0]).toBe(200)
    expect((await read()).enabledPremiumFeatures).toEqual(before.enabledPremiumFeatures)
  })

  it('take every legal text at its longest, and say so where one is longer', { tags: ['slow'] }, async () => {
    const longest = '€'.repeat(200_000)
    const texts = ['eula', 'serviceTerms', 'faqAndContact', 'buybackZeroDescription', 'noSearchResultDescription']
    const patch = (text: string) => {
      const json = Object.fromEntries(texts.map((field) => [field, text]))
      return admin.request(path(), { method: 'PATCH', headers: merge, json })
    }
    const taken = await patch(longest)
    expect([taken.status, ((await taken.json()) as { eula?: string }).eula === longest]).toEqual([200, true])
    expect((await patch('')).status).toBe(200)
    const refused = await admin.request(path(), { method: 'PATCH', headers: merge, json: { eula: `${longest}€` } })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'REQUEST_INVALID'])
  })

  it('make check-in before the compliance test optional, mandatory or disabled, and nothing else (WH-06)', async () => {
    const set = async (warehouseCheckinRequirement: unknown) => {
      const json = { warehouseCheckinRequirement }
      const response = await admin.request(path(), { method: 'PATCH', headers: merge, json })
      const answer = (await response.json()) as Record<string, unknown>
      return response.ok ? answer['warehouseCheckinRequirement'] : [response.status, answer['field']]
    }
    for (const requirement of ['mandatory', 'disabled', 'optional']) expect(await set(requirement)).toBe(requirement)
    for (const wrong of ['required', '', null, true])
      expect(await set(wrong)).toEqual([422, 'warehouseCheckinRequirement'])
    const operator = await api.signIn('warehouse_operator')
    const json = { warehouseCheckinRequirement: 'disabled' }
    expect((await operator.request(path(), { method: 'PATCH', headers: merge, json })).status).toBe(403)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { TreeOrganization } from '#sync/calls/entity.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { entityCalls } from '#tests/support/entity-calls.ts'

let api: TestApi
let admin: TestSession
let north: TestSession

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
  north = await api.signIn('management_unit_manager')
})
afterAll(() => api.close())

async function answer<T>(path: string, as: TestSession): Promise<T | number> {
  const response = await as.request(`/api/organizations/${path}`)
  return response.ok ? ((await response.json()) as T) : response.status
}
/** Names of a tree, each as far in as it stands below others. */
async function tree(path: string, as = admin): Promise<readonly string[] | number> {
  const found = await answer<{ organizations: readonly TreeOrganization[] }>(path, as)
  if (typeof found === 'number') return found
  return found.organizations.map(({ depth, commonName }) => `${'·'.repeat(depth)}${commonName}`)
}

describe('the tree of entities (ORG-26)', () => {
  it('has each entity before those below it', async () => {
    expect(await tree('tree')).toEqual([
      'Maison Essai',
      '·North',
      '··North store',
      '·Second workshop',
      '·South',
      '··South store',
      '·Workshop',
    ])
  })

  it('is bounded by the branch, whose top stands under nothing that is told', async () => {
    expect(await tree('tree', north)).toEqual(['North', '·North store'])
    const { rootId, northId, southId } = api.accounts.retailer
    expect(await tree(`${northId}/tree`)).toEqual(['North', '·North store'])
    for (const id of [rootId, southId, newId()]) expect(await tree(`${id}/tree`, north)).toBe(404)
    expect(await tree(`${api.accounts.other.northId}/tree`)).toBe(404)
  })

  it('tells where one of a type may stand (ORG-22)', async () => {
    const parents = (type: string, as = admin) => tree(`available-parents?type=${type}`, as)
    expect(await parents('management_unit')).toEqual(['Maison Essai', '·North', '·South'])
    expect(await parents('store')).toEqual(['North', 'South'])
    expect(await parents('warehouse')).toEqual(['Maison Essai', '·North', '·South'])
    expect(await parents('buyer')).toEqual(['Maison Essai'])
    expect(await parents('root_management_unit')).toEqual([])
    expect(await parents('store', north)).toEqual(['North'])
    expect(await parents('buyer', north)).toEqual([])
    expect(await parents('shop')).toBe(422)
    expect(await tree('available-parents')).toBe(422)
  })

  it('leaves out of the parents the entity, what is below it, and what rests', async () => {
    const { northId, southId, northStoreId } = api.accounts.retailer
    const lower = { type: 'management_unit', commonName: 'Lower', parentOrganizationId: northId }
    const { body } = await entityCalls(admin).create(lower)
    expect(await tree(`available-parents?id=${northId}`)).toEqual(['Maison Essai', '·South'])
    expect(await tree(`${northId}/available-parents`)).toEqual(['Maison Essai', '·South'])
    expect(await tree(`${northStoreId}/available-parents`)).toEqual(['North', '·Lower', 'South'])
    await entityCalls(admin).patch(body.id, { status: 'inactive' })
    expect(await tree(`${northStoreId}/available-parents`)).toEqual(['North', 'South'])
    for (const path of [`available-parents?id=${southId}`, `${southId}/available-parents`])
      expect(await tree(path, north)).toBe(404)
  })
})

describe('what is in use of each module (ORG-29)', () => {
  const entities = (id: string, as = admin) => answer(`${id}/module-count`, as)
  const users = (id: string, as = admin) => answer(`${id}/users-module-count`, as)

  it('counts active entities at one and below it, at the head office all', async () => {
    const { rootId, northId, northStoreId, warehouseId } = api.accounts.retailer
    expect(await entities(rootId)).toEqual({ root: 3, tim: 2, lcm: 0, rps: 2 })
    expect(await entities(northId)).toEqual({ root: 1, tim: 1, lcm: 0, rps: 0 })
    expect(await entities(northStoreId)).toEqual({ root: 0, tim: 1, lcm: 0, rps: 0 })
    expect(await entities(warehouseId)).toEqual({ root: 0, tim: 0, lcm: 0, rps: 1 })
  })

  it('counts active users by the module that they have there', async () => {
    const { warehouseId, southStoreId, southId } = api.accounts.retailer
    expect(await users(warehouseId)).toEqual({ root: 0, tim: 0, lcm: 0, rps: 3 })
    const before = await users(southId)
    expect(await users(southStoreId)).toEqual(before)
    expect(before).toMatchObject({ lcm: 0, rps: 0 })
  })

  it('is bounded by branch, account and permission', async () => {
    const seller = await api.signIn('store_seller')
    for (const count of [entities, users]) {
      expect(await count(api.accounts.retailer.southId, north)).toBe(404)
      expect(await count(api.accounts.other.rootId)).toBe(404)
      expect(await count(api.accounts.retailer.northStoreId, seller)).toBe(403)
    }
  })
})

it('the accounts that a buyer may stand for are those linked now', async () => {
  const { buyer } = api.accounts
  expect(await answer('linked-buyers', admin)).toEqual({ accounts: [{ id: buyer.id, name: 'Reprise Pro' }] })
  expect(await answer('linked-buyers', await api.signIn('root_management_unit_analyst'))).toBe(403)
  expect(await answer('linked-buyers', await api.signIn('admin@other.example'))).toEqual({ accounts: [] })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { ClientLinks } from '#sync/calls/client.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

let api: TestApi
let admin: TestSession

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const read = async (id: string) =>
  (await (await admin.request(`/api/accounts/${id}/linked-buyers`)).json()) as ClientLinks
async function put(retailerId: string, buyerId: string, status: string, by = admin) {
  const path = `/api/accounts/${retailerId}/linked-buyers/${buyerId}`
  const answer = await by.request(path, { method: 'PUT', json: { status } })
  return { status: answer.status, body: (await answer.json()) as ClientLinks & { code?: string } }
}

describe('the links of an account (ORG-13)', () => {
  it('are told from both sides', async () => {
    const { retailer, buyer } = api.accounts
    expect(await read(retailer.id)).toMatchObject({
      name: 'Maison Essai',
      buyers: [{ accountId: buyer.id, name: 'Reprise Pro', status: 'active', accountStatus: 'active' }],
      retailers: [],
    })
    expect(await read(buyer.id)).toMatchObject({ buyers: [], retailers: [{ accountId: retailer.id }] })
    expect((await admin.request(`/api/accounts/${newId()}/linked-buyers`)).status).toBe(404)
  })

  it('are added, and once more without another', async () => {
    const { other, buyer } = api.accounts
    const made = await put(other.id, buyer.id, 'active')
    expect(made).toMatchObject({ status: 200, body: { buyers: [{ accountId: buyer.id, status: 'active' }] } })
    const again = await put(other.id, buyer.id, 'active')
    expect(again.body.buyers).toEqual(made.body.buyers)
  })

  it('let a buyer in, and out at once when they are made inactive', async () => {
    const { retailer, other, buyer } = api.accounts
    await put(other.id, buyer.id, 'active')
    const manager = await api.signIn('buyer_manager@retailer.example')
    const reached = async () => {
      const answer = await manager.request('/api/session/accounts')
      if (answer.status !== 200) return answer.status
      const { accounts } = (await answer.json()) as { accounts: readonly { id: string }[] }
      return accounts.map(({ id }) => id).toSorted()
    }
    expect(await reached()).toEqual([retailer.id, other.id].toSorted())
    const elsewhere = manager.user.accountId === other.id ? retailer : other
    expect((await put(elsewhere.id, buyer.id, 'inactive')).body.buyers).toMatchObject([{ status: 'inactive' }])
    expect(await reached()).toHaveLength(1)
    await put(elsewhere.id, buyer.id, 'active')
    expect(await reached()).toHaveLength(2)
    const viewed = manager.user.viewedAccountId
    await put(viewed, buyer.id, 'inactive')
    expect(await reached()).toBe(401)
    await put(viewed, buyer.id, 'active')
    expect(await reached(), 'a session that ended with the link').toBe(401)
  })

  it.each<[string, () => readonly [string, string], string, number, string]>([
    [
      'of a buyer with itself',
      () => [api.accounts.buyer.id, api.accounts.buyer.id],
      'active',
      422,
      'CLIENT_LINK_UNFIT',
    ],
    ['of two retailers', () => [api.accounts.retailer.id, api.accounts.other.id], 'active', 422, 'CLIENT_LINK_UNFIT'],
    [
      'of a buyer’s retailer',
      () => [api.accounts.buyer.id, api.accounts.retailer.id],
      'active',
      422,
      'CLIENT_LINK_UNFIT',
    ],
    ['with nobody', () => [api.accounts.retailer.id, newId()], 'active', 404, 'REQUEST_NOT_FOUND'],
    [
      'that never was, to rest',
      () => [api.accounts.retailer.id, api.accounts.other.id],
      'inactive',
      404,
      'REQUEST_NOT_FOUND',
    ],
    ['in no status', () => [api.accounts.retailer.id, api.accounts.buyer.id], 'gone', 422, 'REQUEST_INVALID'],
  ])('%s are refused, and nothing is linked', async (_title, sides, status, refused, code) => {
    const [retailerId, buyerId] = sides()
    const before = await read(retailerId)
    const answer = await put(retailerId, buyerId, status)
    expect([answer.status, answer.body.code]).toEqual([refused, code])
    expect(await read(retailerId)).toEqual(before)
  })

  it('to a client that rests cannot be made active, and can be made inactive', async () => {
    const { other, buyer } = api.accounts
    await put(other.id, buyer.id, 'active')
    await admin.request(`/api/accounts/${other.id}`, { method: 'PATCH', json: { status: 'inactive' } })
    expect((await put(other.id, buyer.id, 'inactive')).status).toBe(200)
    expect((await put(other.id, buyer.id, 'active')).body.code).toBe('CLIENT_LINK_UNFIT')
    await admin.request(`/api/accounts/${other.id}`, { method: 'PATCH', json: { status: 'active' } })
  })

  it('are the administrators’ business alone (ORG-08)', async () => {
    const { retailer, buyer } = api.accounts
    const manager = await api.signIn('root_management_unit_manager')
    expect((await manager.request(`/api/accounts/${retailer.id}/linked-buyers`)).status).toBe(403)
    expect((await put(retailer.id, buyer.id, 'inactive', manager)).status).toBe(403)
    expect((await read(retailer.id)).buyers).toMatchObject([{ status: 'active' }])
  })
})

// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import { strangeOperation } from '#tests/support/strange-operation.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'
import type { TestSession } from '#tests/support/api.ts'

let office: UserOffice
let api: UserOffice['api']

beforeAll(async () => {
  office = await createUserOffice()
  api = office.api
})
afterAll(() => office.close())

const codeOf = async (session: TestSession): Promise<string | null> => {
  const answer = await session.request('/api/session')
  return answer.status === 200 ? null : ((await answer.json()) as { code: string }).code
}
const operator = async (deviceId?: string) => {
  const { warehouseId } = api.accounts.retailer
  const { id, email } = await office.made({
    modules: { rps: { type: 'warehouse_operator', organizationId: warehouseId } },
  })
  await office.setPassword(await office.newestLink(email))
  const session = await api.signIn(email, { password: 'Nouvelle-2026', ...(deviceId !== undefined && { deviceId }) })
  return { id, email, session }
}
const mailsAboutAccess = async (to: string) => (await office.mails(to)).filter(({ text }) => text.includes('/renew/'))

/** Whether work captured on a device before goes up under its author: the same operation, however often it is sent. */
const pushes = async (session: TestSession, deviceId: string): Promise<number> => {
  const opId = deviceId.replace(/.$/, '0')
  const op = { ...strangeOperation({ deviceId, userId: session.user.id, opId }), module: 'rps' }
  const json = { protocol: protocolVersion, deviceId, module: 'rps', ops: [op] }
  const headers = { authorization: `Bearer ${session.user.grant?.token}` }
  return (await api.request('/api/sync/push', { method: 'POST', headers, json })).status
}

describe('a user who is made inactive (ORG-36)', () => {
  it('is signed out everywhere and cannot sign in, and being active again does not bring sessions back', async () => {
    const { id, email, session } = await operator()
    expect(await codeOf(session)).toBeNull()
    expect((await office.patch(id, { status: 'inactive' }, office.root)).body).toMatchObject({ status: 'inactive' })
    const ended = await (await session.request('/api/session')).json()
    expect(ended).toMatchObject({ code: 'ACCESS_SESSION_REQUIRED', details: { reason: 'inactive' } })
    const json = { email, password: 'Nouvelle-2026' }
    const refused = await api.request('/api/login', { method: 'POST', json, headers: { 'x-client': 'api' } })
    expect(refused.status).toBe(401)
    expect((await office.patch(id, { status: 'active' })).status).toBe(200)
    expect(await codeOf(session)).toBe('ACCESS_SESSION_REQUIRED')
    expect(await codeOf(await api.signIn(email, { password: 'Nouvelle-2026' }))).toBeNull()
  })

  it('brings no work up, and none by the old grant when active again; after a sign-in it goes up under its author (T14)', async () => {
    const deviceId = newId()
    const { id, email, session } = await operator(deviceId)
    expect(await office.read(id)).toMatchObject({ openDevices: 1 })
    expect(await pushes(session, deviceId)).toBe(200)
    await office.patch(id, { status: 'inactive' })
    expect(await pushes(session, deviceId)).toBe(401)
    expect(await office.read(id)).toMatchObject({ openDevices: 0 })
    await office.patch(id, { status: 'active' })
    expect(await pushes(session, deviceId)).toBe(401)
    expect(await pushes(await api.signIn(email, { password: 'Nouvelle-2026', deviceId }), deviceId)).toBe(200)
  })

  it('before the first password is sent a new link once active again; the old one stays shut', async () => {
    const { id, email } = await office.made()
    const before = await office.newestLink(email)
    await office.patch(id, { status: 'inactive' })
    expect((await office.send(office.admin, 'POST', `/api/users/${id}/invitation`)).body.code).toBe(
      'USER_INVITATION_NOT_DUE',
    )
    await office.patch(id, { status: 'active' })
    expect(await mailsAboutAccess(email)).toHaveLength(2)
    expect((await office.setPassword(before)).status).toBe(404)
    expect((await office.setPassword(await office.newestLink(email))).status).toBe(204)
  })

  it('from the start gets no link', async () => {
    const { email } = await office.made({ status: 'inactive' })
    expect(await office.mails(email)).toEqual([])
  })
})

describe('a user who has to sign in at the provider from now on (AUTH-12)', () => {
  it('loses the sessions begun with a password, and no others', async () => {
    const { id, email } = await office.made({ email: 'soon@sso.example' })
    await office.setPassword(await office.newestLink(email))
    const [byPassword, byProvider] = [1, 2].map(() => api.signIn(email, { password: 'Nouvelle-2026' }))
    const sessions = [await byPassword!, await byProvider!] as const
    await office.owner.query(`update session set via_openid = true where user_id = $1 and token_hash = sha256($2)`, [
      id,
      Buffer.from(sessions[1].headers['cookie']!.split('=')[1]!),
    ])
    expect((await office.patch(id, { lastname: 'Autre' })).status).toBe(200)
    expect(await Promise.all(sessions.map(codeOf))).toEqual([null, null])
    expect((await office.patch(id, { forceConnectionBySso: true })).status).toBe(200)
    expect(await Promise.all(sessions.map(codeOf))).toEqual(['ACCESS_SESSION_REQUIRED', null])
  })
})

describe('a module', () => {
  it('that is taken signs out who works in it, as without permissions (AUTH-31)', async () => {
    const { id, session } = await operator()
    const tim = { type: 'store_seller', organizationId: api.accounts.retailer.northStoreId }
    expect((await office.patch(id, { modules: { rps: null, tim } })).status).toBe(200)
    expect(await codeOf(session)).toBe('ACCESS_NO_PERMISSIONS')
  })

  it('in another role or place begins with a new sign-in, and leaves the sessions of the others', async () => {
    const { northStoreId } = api.accounts.retailer
    const deviceId = newId()
    const { id, email, session } = await operator(deviceId)
    const tim = { type: 'store_seller', organizationId: northStoreId }
    await office.patch(id, { modules: { tim } })
    const inStore = await api.signIn(email, { password: 'Nouvelle-2026', module: 'tim' })
    const rps = { type: 'warehouse_operator', organizationId: api.accounts.retailer.otherWarehouseId }
    await office.patch(id, { modules: { rps } })
    const refusal = await (await session.request('/api/session')).json()
    expect(refusal).toMatchObject({ code: 'ACCESS_SESSION_REQUIRED', details: { reason: 'role' } })
    expect(await codeOf(inStore)).toBeNull()
    expect(await pushes(session, deviceId)).toBe(200)
  })

  it('that is given beside others ends nothing', async () => {
    const { id, session } = await operator()
    const tim = { type: 'store_seller', organizationId: api.accounts.retailer.northStoreId }
    await office.patch(id, { modules: { tim }, lastname: 'Durand' })
    expect(await codeOf(session)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from '#api/features/access/password-hash.ts'
import { permissionsOf } from '#domain/access/permission.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import { strangeOperation } from '#tests/support/strange-operation.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { cookieOf, testPassword } from '#tests/support/api.ts'

const access = prepareAccess()
const { login, post, system } = access

describe('a refused sign-in', () => {
  it('answers an unknown e-mail, an inactive user and a wrong password alike', async () => {
    const answers = await Promise.all([
      login('nobody@retailer.example'),
      login('inactive@retailer.example'),
      login('admin@retailer.example', 'Wrong-1234'),
    ])
    for (const answer of answers) {
      expect(answer).toEqual(answers[0])
      expect([answer.status, answer.code]).toEqual([401, 'ACCESS_CREDENTIALS_INVALID'])
    }
  })

  it('takes as long for an unknown e-mail as for a wrong password', { tags: ['slow'] }, async () => {
    const stored = await (await createPasswordHasher()).hash(testPassword)
    await system("update user_account set password_hash = $1 where email ~ '^(admin|inactive)@retailer'", [stored])
    // The quickest of many tries in turn tells the work apart from the noise of a busy machine; the busier, the more.
    const quickest = { unknown: Infinity, inactive: Infinity, wrong: Infinity }
    const emails = {
      unknown: 'nobody@retailer.example',
      inactive: 'inactive@retailer.example',
      wrong: 'admin@retailer.example',
    }
    const isAlike = (kind: 'unknown' | 'inactive') =>
      quickest[kind] / quickest.wrong > 0.5 && quickest[kind] / quickest.wrong < 2
    for (let round = 0; round < 12 || (round < 60 && !(isAlike('unknown') && isAlike('inactive'))); round++) {
      for (const kind of ['unknown', 'inactive', 'wrong'] as const) {
        const start = performance.now()
        await login(emails[kind], 'Wrong-1234')
        quickest[kind] = Math.min(quickest[kind], performance.now() - start)
      }
      await access.forgetAttempts()
    }
    for (const kind of ['unknown', 'inactive'] as const) {
      expect(quickest[kind] / quickest.wrong).toBeGreaterThan(0.5)
      expect(quickest[kind] / quickest.wrong).toBeLessThan(2)
    }
  })

  it('names a missing or malformed field (AUTH-01)', async () => {
    expect(await post('/api/login', { email: 'x@y.example' })).toMatchObject({ status: 422, field: 'password' })
    expect(await post('/api/login', { password: 'x' })).toMatchObject({ status: 422, field: 'email' })
    expect(await login('not-an-e-mail')).toMatchObject({ status: 422, code: 'REQUEST_INVALID', field: 'email' })
    expect(await login('a@b.example', 'x'.repeat(2000))).toMatchObject({ status: 422, field: 'password' })
  })

  it('by SSO says that none is configured', async () => {
    const json = { organizationId: access.api.accounts.other.rootId, openidSessionId: 'x' }
    expect(await post('/api/login', json)).toMatchObject({ status: 422, code: 'ACCESS_SSO_NOT_CONFIGURED' })
    const response = await access.api.request('/api/open-id/authorization-url?domain=nothing.example')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      422,
      'ACCESS_SSO_NOT_CONFIGURED',
    ])
  })
})

describe('forced SSO', () => {
  it('shows by the domain alone, known user or not', async () => {
    for (const email of ['someone@sso.example', 'nobody@sso.example']) {
      for (const password of [testPassword, 'Wrong-1234']) {
        expect(await login(email, password)).toMatchObject({ status: 403, code: 'ACCESS_SSO_REQUIRED' })
      }
    }
  })

  it('of one user shows only to a person who knows the password', async () => {
    expect(await login('forced@retailer.example')).toMatchObject({ code: 'ACCESS_SSO_REQUIRED' })
    expect(await login('forced@retailer.example', 'Wrong-1234')).toMatchObject({ code: 'ACCESS_CREDENTIALS_INVALID' })
  })
})

describe('a buyer', () => {
  it('works in the retailer that its account is linked to', async () => {
    const { user, request } = await access.api.signIn('buyer_manager')
    expect(user).toMatchObject({
      module: 'lcm',
      accountId: access.api.accounts.buyer.id,
      viewedAccountId: access.api.accounts.retailer.id,
      currentOrganization: { commonName: 'Reprise Pro', moduleType: 'lcm', account: { isRetailer: false } },
    })
    const detail = await request(`/api/accounts/${access.api.accounts.retailer.id}/organization-root-detail`)
    expect(detail.status).toBe(200)
    expect((await request(`/api/accounts/${access.api.accounts.other.id}/organization-root-detail`)).status).toBe(404)
    const foreign = { method: 'POST', json: { accountId: access.api.accounts.other.id } }
    expect((await request('/api/session/account', foreign)).status).toBe(403)
  })

  it('is told the currency and the time zone of the retailer, beside its own, who pays, and whether it has check-in (WH-04)', async () => {
    const { retailer, buyer } = access.api.accounts
    const set = (currency: string, zone: string) =>
      system('update account set currency = $1, time_zone = $2 where id = $3', [currency, zone, retailer.id])
    await set('CHF', 'Europe/Zurich')
    const demand = (requirement: string) =>
      system('update organization_root_detail set warehouse_checkin_requirement = $1 where account_id = $2', [
        requirement,
        retailer.id,
      ])
    await demand('disabled')
    const { user, request } = await access.api.signIn('buyer_manager')
    const told = {
      viewedAccount: {
        currency: 'CHF',
        timeZone: 'Europe/Zurich',
        paymentIssuer: 'retailer',
        checkinRequirement: 'disabled',
        companyCountry: 'FR',
      },
      currentOrganization: { account: { id: buyer.id, currency: 'EUR', timeZone: 'Europe/Paris' } },
    }
    expect(user).toMatchObject(told)
    expect(await (await request('/api/session')).json()).toMatchObject(told)
    await demand('optional')
    await set('EUR', 'Europe/Paris')
  })

  it('of two retailers goes on in the other, and loses that way with the link', async () => {
    const { retailer, other, buyer } = access.api.accounts
    const { request } = await access.api.signIn('buyer_manager')
    const reachable = async () => (await request('/api/session/accounts')).json()
    const first = { id: retailer.id, name: 'Maison Essai' }
    expect(await reachable()).toEqual({ accounts: [first] })
    await system(`insert into account_link (account_id, buyer_account_id) values ('${other.id}', '${buyer.id}')`)
    const both = [first, { id: other.id, name: 'Autre Maison' }].toSorted((a, b) => a.id.localeCompare(b.id))
    expect(await reachable()).toEqual({ accounts: both })
    const answer = await request('/api/session/account', { method: 'POST', json: { accountId: other.id } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ viewedAccountId: other.id, accountId: buyer.id })
    await system(`delete from account_link where account_id = '${other.id}'`)
  })

  it('of two retailers never begins in one that is inactive, and is offered the other alone', async () => {
    const { retailer, other, buyer } = access.api.accounts
    const [first, second] = [retailer.id, other.id].toSorted((a, b) => a.localeCompare(b)) as [string, string]
    await system(`insert into account_link (account_id, buyer_account_id) values ('${other.id}', '${buyer.id}')`)
    await system(`update account set status = 'inactive' where id = '${first}'`)
    try {
      const { user, request } = await access.api.signIn('buyer_manager')
      expect(user.viewedAccountId).toBe(second)
      expect((await request('/api/session')).status).toBe(200)
      expect(await (await request('/api/session/accounts')).json()).toMatchObject({ accounts: [{ id: second }] })
    } finally {
      await system(`update account set status = 'active' where id = '${first}'`)
      await system(`delete from account_link where account_id = '${other.id}'`)
    }
  })

  it('is the only one with a choice: everybody else works in the own account', async () => {
    const { request } = await access.api.signIn('root_management_unit_manager')
    const { retailer } = access.api.accounts
    const answer = await request('/api/session/accounts')
    expect(await answer.json()).toEqual({ accounts: [{ id: retailer.id, name: 'Maison Essai' }] })
  })

  it('loses the retailer the moment the link ends', async () => {
    const { request } = await access.api.signIn('buyer_manager')
    await system(`update account_link set status = 'inactive'`)
    expect((await request('/api/session')).status).toBe(401)
    expect(await login('buyer_manager@retailer.example')).toMatchObject({
      status: 403,
      code: 'ACCESS_ACCOUNT_LINK_INACTIVE',
    })
    await system(`update account_link set status = 'active'`)
    expect((await request('/api/session')).status).toBe(401)
  })
})

describe('a switch of module', () => {
  it('rotates the cookie of a browser, and hands its token to no script that asks (AUTH-25)', async () => {
    for (const asked of [{}, { 'x-client': 'api' }]) {
      const before = await access.api.signIn('both@retailer.example')
      const init = { method: 'POST', json: { module: 'tim' }, headers: asked }
      const response = await before.request('/api/session/module', init)
      expect(await response.json()).toMatchObject({ module: 'tim', apiToken: 'cookie' })
      expect((await before.request('/api/session')).status).toBe(401)
      const headers = { cookie: cookieOf(response) }
      expect((await access.api.request('/api/session', { headers })).status).toBe(200)
    }
  })

  it('rotates the token and answers permissions and entity of the new module (SHELL-43)', async () => {
    const before = await access.api.signIn('both@retailer.example', { as: 'api' })
    const response = await before.request('/api/session/module', { method: 'POST', json: { module: 'tim' } })
    const user = (await response.json()) as AuthenticatedUser
    expect(user).toMatchObject({ module: 'tim', currentOrganization: { moduleType: 'tim', commonName: 'North store' } })
    expect(user.modules).toEqual({ root: 'store_manager', tim: 'store_manager' })
    expect(user.frontPermissions.tim).toEqual(permissionsOf('store_manager'))
    expect((await before.request('/api/session')).status).toBe(401)
    const after = await access.api.request('/api/session', { headers: { authorization: `Bearer ${user.apiToken}` } })
    expect(after.status).toBe(200)
  })

  it('to a module that the user lacks is refused and leaves the session alone', async () => {
    const session = await access.api.signIn('store_seller')
    const response = await session.request('/api/session/module', { method: 'POST', json: { module: 'rps' } })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'ACCESS_MODULE_NOT_HELD',
    ])
    expect((await session.request('/api/session')).status).toBe(200)
  })

  it('that races another one wins once', async () => {
    const session = await access.api.signIn('both@retailer.example', { as: 'api' })
    const go = () => session.request('/api/session/module', { method: 'POST', json: { module: 'tim' } })
    const statuses = (await Promise.all([go(), go(), go()])).map((response) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(2)
  })

  it('keeps the time of the sign-in, so that switching does not prolong it', async () => {
    const start = access.clock
    let session = await access.api.signIn('both@retailer.example', { as: 'api' })
    let headers = session.headers
    for (let hours = 11; hours < 168; hours += 11) {
      access.clock = new Date(start.getTime() + hours * 3_600_000)
      const module = hours % 2 === 0 ? 'root' : 'tim'
      const response = await access.api.request('/api/session/module', { method: 'POST', headers, json: { module } })
      expect(response.status).toBe(200)
      headers = { authorization: `Bearer ${((await response.json()) as AuthenticatedUser).apiToken}` }
    }
    access.clock = new Date(start.getTime() + 169 * 3_600_000)
    expect((await access.api.request('/api/session', { headers })).status).toBe(401)
    access.clock = start
    session = await access.api.signIn('both@retailer.example')
    expect(session.user.module).toBe('root')
  })
})

describe('rights taken away', () => {
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]

  it('end the session with the module, or the user, at the next request, and say which (AUTH-31)', async () => {
    const id = access.api.accounts.userIds['south@retailer.example']
    let session = await access.api.signIn('south@retailer.example')
    await system('update user_account set status = $2 where id = $1', [id, 'inactive'])
    expect(await codeOf(await session.request('/api/session'))).toEqual([401, 'ACCESS_SESSION_REQUIRED'])
    await system('update user_account set status = $2 where id = $1', [id, 'active'])
    // Being active again brings no session back (T14).
    expect(await codeOf(await session.request('/api/session'))).toEqual([401, 'ACCESS_SESSION_REQUIRED'])
    session = await access.api.signIn('south@retailer.example')
    await system(`update user_module set user_type = 'store_manager' where user_id = $1`, [id])
    expect(await (await session.request('/api/session')).json()).toMatchObject({ userType: 'store_manager' })
    const [held] = await system('delete from user_module where user_id = $1 returning *', [id])
    expect(await codeOf(await session.request('/api/session'))).toEqual([401, 'ACCESS_NO_PERMISSIONS'])
    // Giving the module back does not restore the session: the user has to sign in again.
    await system('insert into user_module select * from json_populate_record(null::user_module, $1)', [held])
    expect(await codeOf(await session.request('/api/session'))).toEqual([401, 'ACCESS_NO_PERMISSIONS'])
    await system('update session set revoked_at = now() where user_id = $1', [id])
    expect(await codeOf(await session.request('/api/session'))).toEqual([401, 'ACCESS_SESSION_REQUIRED'])
  })
})

describe('facts of the signed-in user', () => {
  it('are read by the user, and not by others (AUTH-28 to AUTH-30)', async () => {
    const { user, request } = await access.api.signIn('store_manager')
    const permissions = await request(`/api/users/${user.id}/permissions`)
    expect(await permissions.json()).toEqual({
      module: 'root',
      frontPermissions: { root: [...permissionsOf('store_manager')] },
    })
    const organization = await request(`/api/users/${user.id}/current-organization`)
    expect(await organization.json()).toMatchObject({
      id: access.api.accounts.retailer.northStoreId,
      commonName: 'North store',
    })
    const other = access.api.accounts.userIds['admin@retailer.example']
    for (const fact of ['permissions', 'current-organization'])
      expect((await request(`/api/users/${other}/${fact}`)).status).toBe(404)
  })
})

describe('a grant', () => {
  const deviceId = '018f0000-0000-7000-8000-000000000001'
  const liveGrants = async (userId: string) =>
    system('select module, device_id from device_grant where user_id = $1 and revoked_at is null', [userId])

  it('comes with a sign-in that names the device, hashed, for thirty days, and one at a time', async () => {
    const first = await access.api.signIn('warehouse_operator', { deviceId })
    const second = await access.api.signIn('warehouse_operator', { deviceId })
    const { grant } = second.user
    expect(grant).toMatchObject({ deviceId, module: 'rps' })
    expect(grant?.token).toMatch(/^g_[\w-]{43}$/)
    expect(grant?.token).not.toBe(first.user.grant?.token)
    expect(Date.parse(grant?.expiresAt ?? '') - access.clock.getTime()).toBe(30 * 86_400_000)
    expect(await liveGrants(second.user.id)).toEqual([{ module: 'rps', device_id: deviceId }])
    const stored = await system('select token_hash from device_grant')
    expect(stored.map((row) => String(row['token_hash']))).not.toContain(grant?.token)
  })

  it('opens nothing that a session opens', async () => {
    const { user } = await access.api.signIn('warehouse_operator', { deviceId })
    const headers = { authorization: `Bearer ${user.grant?.token}` }
    expect((await access.api.request('/api/session', { headers })).status).toBe(401)
    expect((await access.api.request('/api/organizations', { headers })).status).toBe(401)
  })

  it('is not given without a device, and ends at sign-out of its user on its device only', async () => {
    const other = '018f0000-0000-7000-8000-000000000002'
    const plain = await access.api.signIn('second_operator@retailer.example')
    expect(plain.user.grant).toBeUndefined()
    const session = await access.api.signIn('second_operator@retailer.example', { deviceId })
    await access.api.signIn('second_operator@retailer.example', { deviceId: other })
    await access.api.signIn('warehouse_operator', { deviceId })
    await session.request('/api/logout', { method: 'POST', json: { deviceId } })
    expect(await liveGrants(session.user.id)).toEqual([{ module: 'rps', device_id: other }])
    expect(await liveGrants(access.api.accounts.userIds['warehouse_operator@retailer.example'] ?? '')).toHaveLength(1)
  })

  it('ends at a sign-out whose session has run out, lost its module or its retailer', async () => {
    const start = access.clock
    const signOut = async (session: { request: (path: string, init: object) => Promise<Response> }) =>
      (await session.request('/api/logout', { method: 'POST', json: { deviceId } })).status
    const idle = await access.api.signIn('store_seller', { deviceId })
    const buyer = await access.api.signIn('buyer_manager', { deviceId })
    access.clock = new Date(start.getTime() + 13 * 3_600_000)
    expect((await idle.request('/api/session')).status).toBe(401)
    expect(await signOut(idle)).toBe(204)
    access.clock = start
    expect(await liveGrants(idle.user.id)).toEqual([])
    await system(`update account_link set status = 'inactive'`)
    expect(await signOut(buyer)).toBe(204)
    await system(`update account_link set status = 'active'`)
    expect(await liveGrants(buyer.user.id)).toEqual([])
    expect((await buyer.request('/api/session')).status).toBe(401)
  })

  it('given after a session has ended stays when that one is signed out late', async () => {
    const before = await access.api.signIn('store_seller', { deviceId })
    const start = access.clock
    access.clock = new Date(start.getTime() + 1000)
    const json = { email: 'store_seller@retailer.example', password: testPassword, deviceId }
    const again = await before.request('/api/login', { method: 'POST', json })
    expect(again.status).toBe(200)
    expect((await before.request('/api/logout', { method: 'POST', json: { deviceId } })).status).toBe(204)
    expect(await liveGrants(before.user.id)).toHaveLength(1)
    access.clock = start
  })

  it('comes for each other module of its user in which the device keeps work, and for no module of others', async () => {
    const json = { deviceId, grantModules: ['tim', 'root', 'rps'] }
    const { user } = await access.api.signIn('both@retailer.example', json)
    expect(user).toMatchObject({ module: 'root', grant: { module: 'root', deviceId } })
    expect(user.moreGrants?.map(({ module, deviceId: of }) => [module, of])).toEqual([['tim', deviceId]])
    expect(new Set((await liveGrants(user.id)).map((row) => row['module']))).toEqual(new Set(['root', 'tim']))
    await access.api.signIn('both@retailer.example', json)
    expect(await liveGrants(user.id)).toHaveLength(2)
    const again = await access.api.signIn('both@retailer.example', { grantModules: ['tim'] })
    expect(again.user).not.toHaveProperty('moreGrants')
  })

  it('of another module pushes there and nowhere else, and ends with the sign-out', async () => {
    const session = await access.api.signIn('both@retailer.example', { deviceId, grantModules: ['tim'] })
    const headers = { authorization: `Bearer ${session.user.moreGrants![0]!.token}` }
    const op = strangeOperation({ deviceId, userId: session.user.id, opId: '018f0000-0000-7000-8000-0000000000a1' })
    const push = async (module: string) => {
      const json = { protocol: protocolVersion, deviceId, module, ops: [{ ...op, module }] }
      return (await access.api.request('/api/sync/push', { method: 'POST', headers, json })).status
    }
    expect([await push('tim'), await push('root')]).toEqual([200, 403])
    await session.request('/api/logout', { method: 'POST', json: { deviceId } })
    expect(await push('tim')).toBe(401)
  })

  it('comes with a switch of module too, and leaves the one of the other module alive', async () => {
    const session = await access.api.signIn('both@retailer.example', { deviceId })
    const json = { module: 'tim', deviceId }
    const user = (await (
      await session.request('/api/session/module', { method: 'POST', json })
    ).json()) as AuthenticatedUser
    expect(user.grant).toMatchObject({ module: 'tim', deviceId })
    expect(new Set((await liveGrants(user.id)).map((row) => row['module']))).toEqual(new Set(['root', 'tim']))
  })
})

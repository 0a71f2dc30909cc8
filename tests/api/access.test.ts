import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import type { AuthenticatedUser } from '#sync/calls/access.ts'
import { createTestApi, testPassword, type TestApi } from '#tests/support/api.ts'

let clock = new Date()
let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await createTestApi({ now: () => clock })
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
})
beforeEach(() => owner.query('delete from throttle'))
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function system(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  await owner.query("begin; set local app.system = 'on'")
  const { rows } = await owner.query<Record<string, unknown>>(sql, values)
  await owner.query('commit')
  return rows
}

async function post(path: string, json: unknown, headers: Record<string, string> = {}) {
  const response = await api.request(path, { method: 'POST', json, headers: { 'x-client': 'api', ...headers } })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'], field: body['field'], body }
}

const login = (email: string, password = testPassword, rest: object = {}) =>
  post('/api/login', { email, password, ...rest })

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

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    // The quickest of many tries in turn tells the work apart from the noise of a busy machine.
    const quickest = { unknown: Infinity, inactive: Infinity, wrong: Infinity }
    const emails = {
      unknown: 'nobody@retailer.example',
      inactive: 'inactive@retailer.example',
      wrong: 'admin@retailer.example',
    }
    for (let round = 0; round < 12; round++) {
      for (const kind of ['unknown', 'inactive', 'wrong'] as const) {
        const start = performance.now()
        await login(emails[kind], 'Wrong-1234')
        quickest[kind] = Math.min(quickest[kind], performance.now() - start)
      }
      await owner.query('delete from throttle')
    }
    for (const kind of ['unknown', 'inactive'] as const) {
      expect(quickest[kind] / quickest.wrong).toBeGreaterThan(0.5)
      expect(quickest[kind] / quickest.wrong).toBeLessThan(2)
    }
  })

  it('names a missing or malformed field', async () => {
    expect(await post('/api/login', { email: 'x@y.example' })).toMatchObject({ status: 422, field: 'password' })
    expect(await post('/api/login', { password: 'x' })).toMatchObject({ status: 422, field: 'email' })
    expect(await login('not-an-e-mail')).toMatchObject({ status: 422, code: 'REQUEST_INVALID', field: 'email' })
    expect(await login('a@b.example', 'x'.repeat(2000))).toMatchObject({ status: 422, field: 'password' })
  })

  it('by SSO says that none is configured', async () => {
    const json = { organizationId: api.accounts.retailer.rootId, openidSessionId: 'x' }
    expect(await post('/api/login', json)).toMatchObject({ status: 422, code: 'ACCESS_SSO_NOT_CONFIGURED' })
    const answers = ['sso.example', 'nothing.example'].map(async (domain) => {
      const response = await api.request(`/api/open-id/authorization-url?domain=${domain}`)
      return [response.status, ((await response.json()) as { code: string }).code]
    })
    expect(await Promise.all(answers)).toEqual(Array(2).fill([422, 'ACCESS_SSO_NOT_CONFIGURED']))
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

  it('of one user shows to whoever knows the password only', async () => {
    expect(await login('forced@retailer.example')).toMatchObject({ code: 'ACCESS_SSO_REQUIRED' })
    expect(await login('forced@retailer.example', 'Wrong-1234')).toMatchObject({ code: 'ACCESS_CREDENTIALS_INVALID' })
  })
})

describe('a buyer', () => {
  it('works in the retailer that its account is linked to', async () => {
    const { user, request } = await api.signIn('buyer_manager')
    expect(user).toMatchObject({
      module: 'lcm',
      accountId: api.accounts.buyer.id,
      viewedAccountId: api.accounts.retailer.id,
      currentOrganization: { commonName: 'Reprise Pro', moduleType: 'lcm', account: { isRetailer: false } },
    })
    const detail = await request(`/api/accounts/${api.accounts.retailer.id}/organization-root-detail`)
    expect(detail.status).toBe(200)
    expect((await request(`/api/accounts/${api.accounts.other.id}/organization-root-detail`)).status).toBe(404)
    const foreign = { method: 'POST', json: { accountId: api.accounts.other.id } }
    expect((await request('/api/session/account', foreign)).status).toBe(403)
  })

  it('of two retailers goes on in the other, and loses that way with the link', async () => {
    const { retailer, other, buyer } = api.accounts
    const { request } = await api.signIn('buyer_manager')
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

  it('is the only one with a choice: everybody else works in the own account', async () => {
    const { request } = await api.signIn('admin')
    const { retailer } = api.accounts
    const answer = await request('/api/session/accounts')
    expect(await answer.json()).toEqual({ accounts: [{ id: retailer.id, name: 'Maison Essai' }] })
  })

  it('loses the retailer the moment the link ends', async () => {
    const { request } = await api.signIn('buyer_manager')
    await system(`update account_link set status = 'inactive'`)
    expect((await request('/api/session')).status).toBe(401)
    expect(await login('buyer_manager@retailer.example')).toMatchObject({
      status: 403,
      code: 'ACCESS_ACCOUNT_LINK_INACTIVE',
    })
    await system(`update account_link set status = 'active'`)
    expect((await request('/api/session')).status).toBe(200)
  })
})

describe('a switch of module', () => {
  it('rotates the token and answers permissions and entity of the new module', async () => {
    const before = await api.signIn('both@retailer.example', { as: 'api' })
    const response = await before.request('/api/session/module', { method: 'POST', json: { module: 'tim' } })
    const user = (await response.json()) as AuthenticatedUser
    expect(user).toMatchObject({ module: 'tim', currentOrganization: { moduleType: 'tim', commonName: 'North store' } })
    expect(user.modules).toEqual({ root: 'store_manager', tim: 'store_manager' })
    expect(user.frontPermissions.tim).toEqual(permissionsOf('store_manager'))
    expect((await before.request('/api/session')).status).toBe(401)
    const after = await api.request('/api/session', { headers: { authorization: `Bearer ${user.apiToken}` } })
    expect(after.status).toBe(200)
  })

  it('to a module that the user lacks is refused and leaves the session alone', async () => {
    const session = await api.signIn('store_seller')
    const response = await session.request('/api/session/module', { method: 'POST', json: { module: 'rps' } })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'ACCESS_MODULE_NOT_HELD',
    ])
    expect((await session.request('/api/session')).status).toBe(200)
  })

  it('that races another one wins once', async () => {
    const session = await api.signIn('both@retailer.example', { as: 'api' })
    const go = () => session.request('/api/session/module', { method: 'POST', json: { module: 'tim' } })
    const statuses = (await Promise.all([go(), go(), go()])).map((response) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(2)
  })

  it('keeps the time of the sign-in, so that switching does not prolong it', async () => {
    const start = clock
    let session = await api.signIn('both@retailer.example', { as: 'api' })
    let headers = session.headers
    for (let hours = 11; hours < 168; hours += 11) {
      clock = new Date(start.getTime() + hours * 3_600_000)
      const module = hours % 2 === 0 ? 'root' : 'tim'
      const response = await api.request('/api/session/module', { method: 'POST', headers, json: { module } })
      expect(response.status).toBe(200)
      headers = { authorization: `Bearer ${((await response.json()) as AuthenticatedUser).apiToken}` }
    }
    clock = new Date(start.getTime() + 169 * 3_600_000)
    expect((await api.request('/api/session', { headers })).status).toBe(401)
    clock = start
    session = await api.signIn('both@retailer.example')
    expect(session.user.module).toBe('root')
  })
})

describe('rights taken away', () => {
  it('end the session with the module, or the user, at the next request', async () => {
    const id = api.accounts.userIds['south@retailer.example']
    const session = await api.signIn('south@retailer.example')
    await system('update user_account set status = $2 where id = $1', [id, 'inactive'])
    expect((await session.request('/api/session')).status).toBe(401)
    await system('update user_account set status = $2 where id = $1', [id, 'active'])
    expect((await session.request('/api/session')).status).toBe(200)
    await system(`update user_module set user_type = 'store_manager' where user_id = $1`, [id])
    expect(await (await session.request('/api/session')).json()).toMatchObject({ userType: 'store_manager' })
    await system('delete from user_module where user_id = $1', [id])
    expect((await session.request('/api/session')).status).toBe(401)
  })
})

describe('facts of the signed-in user', () => {
  it('are read by the user, and not by others', async () => {
    const { user, request } = await api.signIn('store_manager')
    const permissions = await request(`/api/users/${user.id}/permissions`)
    expect(await permissions.json()).toEqual({
      module: 'root',
      frontPermissions: { root: [...permissionsOf('store_manager')] },
    })
    const organization = await request(`/api/users/${user.id}/current-organization`)
    expect(await organization.json()).toMatchObject({
      id: api.accounts.retailer.northStoreId,
      commonName: 'North store',
    })
    const other = api.accounts.userIds['admin@retailer.example']
    expect((await request(`/api/users/${other}/permissions`)).status).toBe(404)
  })
})

describe('a grant', () => {
  const deviceId = '018f0000-0000-7000-8000-000000000001'
  const liveGrants = async (userId: string) =>
    system('select module, device_id from device_grant where user_id = $1 and revoked_at is null', [userId])

  it('comes with a sign-in that names the device, hashed, for thirty days, and one at a time', async () => {
    const first = await api.signIn('warehouse_operator', { deviceId })
    const second = await api.signIn('warehouse_operator', { deviceId })
    const { grant } = second.user
    expect(grant).toMatchObject({ deviceId, module: 'rps' })
    expect(grant?.token).toMatch(/^g_[\w-]{43}$/)
    expect(grant?.token).not.toBe(first.user.grant?.token)
    expect(Date.parse(grant?.expiresAt ?? '') - clock.getTime()).toBe(30 * 86_400_000)
    expect(await liveGrants(second.user.id)).toEqual([{ module: 'rps', device_id: deviceId }])
    const stored = await system('select token_hash from device_grant')
    expect(stored.map((row) => String(row['token_hash']))).not.toContain(grant?.token)
  })

  it('opens nothing that a session opens', async () => {
    const { user } = await api.signIn('warehouse_operator', { deviceId })
    const headers = { authorization: `Bearer ${user.grant?.token}` }
    expect((await api.request('/api/session', { headers })).status).toBe(401)
    expect((await api.request('/api/organizations', { headers })).status).toBe(401)
  })

  it('is not given without a device, and ends at sign-out of its user on its device only', async () => {
    const other = '018f0000-0000-7000-8000-000000000002'
    const plain = await api.signIn('second_operator@retailer.example')
    expect(plain.user.grant).toBeUndefined()
    const session = await api.signIn('second_operator@retailer.example', { deviceId })
    await api.signIn('second_operator@retailer.example', { deviceId: other })
    await api.signIn('warehouse_operator', { deviceId })
    await session.request('/api/logout', { method: 'POST', json: { deviceId } })
    expect(await liveGrants(session.user.id)).toEqual([{ module: 'rps', device_id: other }])
    expect(await liveGrants(api.accounts.userIds['warehouse_operator@retailer.example'] ?? '')).toHaveLength(1)
  })

  it('comes with a switch of module too, and leaves the one of the other module alive', async () => {
    const session = await api.signIn('both@retailer.example', { deviceId })
    const json = { module: 'tim', deviceId }
    const user = (await (
      await session.request('/api/session/module', { method: 'POST', json })
    ).json()) as AuthenticatedUser
    expect(user.grant).toMatchObject({ module: 'tim', deviceId })
    expect(new Set((await liveGrants(user.id)).map((row) => row['module']))).toEqual(new Set(['root', 'tim']))
  })
})

describe('a new password by mail', () => {
  const linkTo = (text: string) => /\/renew\/(p_[\w-]{43})/.exec(text)?.[1] ?? ''
  const renew = async (email: string) => {
    const answer = await post('/api/password/renew', { email })
    await api.mailRunner.runOnce()
    return answer
  }

  it('is asked for with one answer for all, and mailed in the language of the user', async () => {
    const before = api.mailbox.sent.length
    expect((await renew('nobody@retailer.example')).status).toBe(204)
    expect((await renew('inactive@retailer.example')).status).toBe(204)
    expect((await renew('forced@retailer.example')).status).toBe(204)
    expect(api.mailbox.sent).toHaveLength(before)
    expect((await renew('German@Retailer.example')).status).toBe(204)
    const mail = api.mailbox.sent.at(-1)
    expect(mail).toMatchObject({ to: 'german@retailer.example', subject: 'Wählen Sie ein neues Passwort' })
    expect(mail?.text).toContain('http://localhost:8080/renew/p_')
  })

  it('is impossible where the domain signs in through SSO, for known and unknown alike', async () => {
    for (const email of ['someone@sso.example', 'nobody@sso.example']) {
      expect(await renew(email)).toMatchObject({ status: 403, code: 'ACCESS_SSO_PASSWORD_MANAGED' })
    }
  })

  it('never points where a request claims to come from', async () => {
    await api.request('/api/password/renew', {
      method: 'POST',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      json: { email: 'store_seller@retailer.example' },
    })
    await api.mailRunner.runOnce()
    expect(api.mailbox.sent.at(-1)?.text).not.toContain('evil.example')
  })

  it('follows the rule, works once, and ends every session and grant', async () => {
    const deviceId = '018f0000-0000-7000-8000-000000000003'
    const session = await api.signIn('management_unit_manager', { deviceId })
    await renew('management_unit_manager@retailer.example')
    const token = linkTo(api.mailbox.sent.at(-1)?.text ?? '')
    expect((await api.request(`/api/password/new/${token}`)).status).toBe(200)
    const set = (password: string) => post(`/api/password/new/${token}`, { password })
    for (const [password, code] of [
      ['Ab1', 'PASSWORD_TOO_SHORT'],
      [`Ab1${'x'.repeat(200)}`, 'PASSWORD_TOO_LONG'],
      ['ABCDEFG1', 'PASSWORD_NEEDS_LOWERCASE'],
      ['abcdefg1', 'PASSWORD_NEEDS_UPPERCASE'],
      ['Abcdefgh', 'PASSWORD_NEEDS_DIGIT'],
      [testPassword, 'PASSWORD_SAME_AS_OLD'],
    ] as const) {
      expect(await set(password)).toMatchObject({ status: 422, code, field: 'password' })
    }
    const answers = await Promise.all([set('Fresh-2026'), set('Other-2026')])
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204, 404]))
    expect(await set('Again-2026')).toMatchObject({ status: 404, code: 'ACCESS_PASSWORD_LINK_INVALID' })
    expect((await session.request('/api/session')).status).toBe(401)
    const grants = await system('select 1 from device_grant where user_id = $1 and revoked_at is null', [
      session.user.id,
    ])
    expect(grants).toEqual([])
    expect((await login('management_unit_manager@retailer.example')).status).toBe(401)
    const fresh = [
      await login('management_unit_manager@retailer.example', 'Fresh-2026'),
      await login('management_unit_manager@retailer.example', 'Other-2026'),
    ]
    expect(new Set(fresh.map((answer) => answer.status))).toEqual(new Set([200, 401]))
    await api.mailRunner.runOnce()
    expect(api.mailbox.sent.at(-1)).toMatchObject({ subject: 'Votre mot de passe a changé' })
  })

  it('is refused by a link that is unknown, replaced or two hours old', async () => {
    await renew('store_seller@retailer.example')
    const first = linkTo(api.mailbox.sent.at(-1)?.text ?? '')
    await renew('store_seller@retailer.example')
    const second = linkTo(api.mailbox.sent.at(-1)?.text ?? '')
    const statusOf = async (token: string) => (await api.request(`/api/password/new/${token}`)).status
    expect(await statusOf(first)).toBe(404)
    expect(await statusOf(second)).toBe(200)
    expect(await statusOf(second.slice(0, -1) + (second.endsWith('A') ? 'B' : 'A'))).toBe(404)
    expect(await statusOf('short')).toBe(404)
    await system(`update password_token set expires_at = now() - interval '1 second' where used_at is null`)
    expect(await statusOf(second)).toBe(404)
  })
})

describe('a changed password', () => {
  it('asks for the present one, and ends the other sessions but not this one', async () => {
    const here = await api.signIn('root_management_unit_analyst')
    const there = await api.signIn('root_management_unit_analyst')
    const change = async (json: unknown) => {
      const response = await here.request('/api/password/change', { method: 'POST', json })
      return [response.status, response.status === 204 ? null : ((await response.json()) as { code: string }).code]
    }
    expect(await change({ current: 'Wrong-1234', password: 'Fresh-2026' })).toEqual([
      422,
      'ACCESS_CURRENT_PASSWORD_WRONG',
    ])
    expect(await change({ current: testPassword, password: testPassword })).toEqual([422, 'PASSWORD_SAME_AS_OLD'])
    expect(await change({ current: testPassword, password: 'Fresh-2026' })).toEqual([204, null])
    expect((await here.request('/api/session')).status).toBe(200)
    expect((await there.request('/api/session')).status).toBe(401)
    expect((await login('root_management_unit_analyst@retailer.example', 'Fresh-2026')).status).toBe(200)
  })
})

describe('a visitor of the public site', () => {
  const ask = (url: string) =>
    api.request('/api/webtoken-with-account-and-ord', { method: 'POST', body: new URLSearchParams({ url }) })

  it('gets token, ord and account by the address of the site', async () => {
    const response = await ask('https://retailer.example/home')
    const answer = (await response.json()) as { token: string; expiresAt: string }
    expect(response.status).toBe(200)
    expect(answer).toMatchObject({
      ord: { id: api.accounts.retailer.rootDetailId, cartMinValue: 0 },
      account: { id: api.accounts.retailer.id, name: 'Maison Essai', mainColor: '#1f5fd6' },
    })
    const headers = { authorization: `Bearer ${answer.token}` }
    const store = `/api/organizations/${api.accounts.retailer.northStoreId}/public`
    expect((await api.request(store, { headers })).status).toBe(200)
    expect(
      (await api.request(`/api/organizations/${api.accounts.other.northStoreId}/public`, { headers })).status,
    ).toBe(404)
    for (const closed of ['/api/session', '/api/organizations', '/api/users']) {
      expect((await api.request(closed, { headers })).status, closed).toBe(401)
    }
    const start = clock
    clock = new Date(start.getTime() + 24 * 3_600_000)
    expect((await api.request(store, { headers })).status).toBe(401)
    clock = start
    const [body, signature] = answer.token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ account: api.accounts.other.id, visitor: 'x', until: clock.getTime() + 9e9 }),
    ).toString('base64url')
    for (const token of [`v_${forged}.${signature}`, `${body}.${'A'.repeat(43)}`, `${body}.`]) {
      expect((await api.request(store, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    }
  })

  it('of an unknown site, or with a malformed form, is refused', async () => {
    const unknown = await ask('https://elsewhere.example/')
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
      404,
      'ACCESS_WEB_ADDRESS_UNKNOWN',
    ])
    expect((await ask('not an address')).status).toBe(422)
    const json = await api.request('/api/webtoken-with-account-and-ord', {
      method: 'POST',
      json: { url: 'https://x.example' },
    })
    expect(json.status).toBe(415)
  })

  it('sees branding and white label of the host', async () => {
    const headers = { host: 'retailer.example' }
    expect(await (await api.request('/api/branding', { headers })).json()).toMatchObject({
      accountId: api.accounts.retailer.id,
      name: 'Maison Essai',
      language: 'fr-FR',
      currency: 'EUR',
    })
    expect((await api.request('/api/white-label/config', { headers })).status).toBe(200)
    expect((await api.request('/api/white-label/config', { headers: { host: 'elsewhere.example' } })).status).toBe(404)
    expect(await (await api.request('/api/branding', { headers: { host: 'elsewhere.example' } })).json()).toMatchObject(
      {
        accountId: null,
        name: 'Reprise',
      },
    )
  })
})

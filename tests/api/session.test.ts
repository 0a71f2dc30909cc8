import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { newId } from '#api/db/new-id.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import {
  cookieOf,
  createTestApi,
  testOrigin,
  testPassword,
  type TestApi,
  type TestSession,
} from '#tests/support/api.ts'

let clock = new Date()
let api: TestApi

beforeAll(async () => {
  api = await createTestApi({ now: () => clock })
})
afterAll(() => api.close())

const login = (json: unknown, headers: Record<string, string> = { origin: testOrigin }) =>
  api.request('/api/login', { method: 'POST', json, headers })

describe('the language of a user', () => {
  const choose = (session: TestSession, language: string) =>
    session.request('/api/session/language', { method: 'POST', json: { language } })

  it('is the one picked, at every sign-in from then on, and in the form of the user', async () => {
    const session = await api.signIn('store_seller')
    expect((await choose(session, 'de-DE')).status).toBe(204)
    expect((await api.signIn('store_seller')).user.language).toBe('de-DE')
    const manager = await api.signIn('root_management_unit_manager')
    const shown = await manager.request(`/api/users/${session.user.id}`)
    expect(await shown.json()).toMatchObject({ language: 'de-DE' })
  })

  it('is one of the four, and nobody picks it without a session', async () => {
    const session = await api.signIn('store_seller')
    expect((await choose(session, 'xx')).status).toBe(422)
    const init = { method: 'POST', json: { language: 'fr-FR' }, headers: { origin: testOrigin } }
    expect((await api.request('/api/session/language', init)).status).toBe(401)
  })
})

describe('signing in', () => {
  it('answers a browser with the user, a marker, and an httpOnly cookie (AUTH-02)', async () => {
    const response = await login({ email: 'Store_Seller@Retailer.example', password: testPassword })
    const user = (await response.json()) as AuthenticatedUser
    expect(response.status).toBe(200)
    expect(user).toMatchObject({
      email: 'store_seller@retailer.example',
      module: 'root',
      userType: 'store_seller',
      types: ['store_seller'],
      modules: { root: 'store_seller' },
      accountId: api.accounts.retailer.id,
      viewedAccountId: api.accounts.retailer.id,
      apiToken: 'cookie',
      currentOrganization: { commonName: 'North store', moduleType: 'root', account: { name: 'Maison Essai' } },
    })
    expect(user.frontPermissions).toEqual({ root: permissionsOf('store_seller') })
    const [session, device] = response.headers.getSetCookie()
    expect(session).toMatch(/^reprise_session=s_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    expect(device).toMatch(/^reprise_device=d_[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/)
    expect(device).not.toContain('store_seller')
  })

  it('stands in the log with its user and its way, a refused one with its code', async () => {
    const { id } = (await (
      await login({ email: 'admin@retailer.example', password: testPassword })
    ).json()) as AuthenticatedUser
    await login({ email: 'admin@retailer.example', password: 'Something-else-1' })
    const lines = api.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const [taken, refused] = [lines.at(-3), lines.at(-1)]
    expect(taken).toMatchObject({ msg: 'signed in', userId: id, way: 'password' })
    expect(taken?.['requestId']).toBe(lines.at(-2)?.['requestId'])
    expect(refused).toMatchObject({ path: '/api/login', code: 'ACCESS_CREDENTIALS_INVALID' })
  })

  it('answers an API client with the token and without a cookie (API-02)', async () => {
    const session = await api.signIn('admin', { as: 'api' })
    expect(session.user.apiToken).toMatch(/^s_[\w-]{43}$/)
    expect((await session.request('/api/session')).status).toBe(200)
  })

  it('gives the token itself to no page of a browser, whatever it asks for', async () => {
    const json = { email: 'admin@retailer.example', password: testPassword }
    const page = { 'x-client': 'api', origin: testOrigin, 'sec-fetch-site': 'same-origin' }
    const response = await login(json, page)
    expect(await response.json()).toMatchObject({ apiToken: 'cookie' })
    expect(cookieOf(response)).toMatch(/^reprise_session=s_/)
    const client = await login(json, { 'x-client': 'api', origin: testOrigin })
    expect(await client.json()).toMatchObject({ apiToken: expect.stringMatching(/^s_/) })
  })

  it('marks the cookie secure behind HTTPS', async () => {
    const secure = await createTestApi({ share: api, publicUrl: 'https://demo.example' })
    const response = await secure.request('/api/login', {
      method: 'POST',
      json: { email: 'admin@retailer.example', password: testPassword },
    })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-reprise_session=.*; Secure$/)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await secure.close()
  })

  it('keeps only hashes of the tokens, in the tables and in the log', async () => {
    const { user } = await api.signIn('store_manager', { as: 'api', deviceId: newId() })
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    for (const [table, token] of [
      ['session', user.apiToken],
      ['device_grant', user.grant!.token],
    ] as const) {
      const rows = await owner.query<{ row: string; token_hash: Buffer }>(
        `select r::text as row, token_hash from ${table} r where user_id = $1 and token_hash = sha256($2)`,
        [user.id, Buffer.from(token)],
      )
      expect(rows.rows, table).toHaveLength(1)
      // A text within a row is written as it is, bytes are written in hexadecimal.
      const secret = token.slice(2)
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret, 'base64url').toString('hex'),
      ])
        expect(rows.rows[0]!.row, table).not.toContain(form)
    }
    await owner.end()
    const text = JSON.stringify(api.logLines)
    expect(text).not.toContain(user.apiToken.slice(2))
    expect(text).not.toContain('store_manager@retailer.example')
  })

  it('starts in the module asked for when the user holds it', async () => {
    expect((await api.signIn('both@retailer.example', { module: 'tim' })).user.module).toBe('tim')
    expect((await api.signIn('both@retailer.example', { module: 'rps' })).user.module).toBe('root')
  })

  it('refuses a user without any module', async () => {
    const response = await login({ email: 'nothing@retailer.example', password: testPassword })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      'ACCESS_NO_PERMISSIONS',
    ])
  })

  it.each([
    ['of the same user', 'store_manager', 'store_manager@retailer.example'],
    ['of a buyer, who works in another account than the own', 'buyer_manager', 'buyer_manager@retailer.example'],
    ['of a user of another account', 'store_manager', 'admin@other.example'],
  ])('replaces the session that the browser still carries: that %s', async (_whose, first, second) => {
    const before = await api.signIn(first)
    const again = await api.request('/api/login', {
      method: 'POST',
      headers: before.headers,
      json: { email: second, password: testPassword },
    })
    expect(again.status).toBe(200)
    expect(cookieOf(again)).not.toBe(before.headers['cookie'])
    expect((await before.request('/api/session')).status).toBe(401)
  })

  it('that fails leaves the session of the browser alone', async () => {
    const before = await api.signIn('store_manager')
    for (const json of [
      { email: 'store_manager@retailer.example', password: 'Wrong-1234' },
      { email: 'nothing@retailer.example', password: testPassword },
    ])
      expect((await api.request('/api/login', { method: 'POST', headers: before.headers, json })).status).toBe(401)
    expect((await before.request('/api/session')).status).toBe(200)
  })
})

describe('a session', () => {
  it('ends at sign-out', async () => {
    const session = await api.signIn('store_seller')
    const response = await session.request('/api/logout', { method: 'POST', json: {} })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^reprise_session=; .*Max-Age=0/)
    expect((await session.request('/api/session')).status).toBe(401)
  })

  it('ends after twelve idle hours, and lives on while it is used', async () => {
    const start = clock
    const busy = await api.signIn('store_seller')
    const idle = await api.signIn('store_manager')
    clock = new Date(start.getTime() + 7 * 3_600_000)
    expect((await busy.request('/api/session')).status).toBe(200)
    clock = new Date(start.getTime() + 13 * 3_600_000)
    expect((await busy.request('/api/session')).status).toBe(200)
    expect((await idle.request('/api/session')).status).toBe(401)
    clock = start
  })

  it('ends seven days after sign-in however busy', async () => {
    const start = clock
    const session = await api.signIn('store_seller')
    for (let hours = 10; hours < 168; hours += 10) {
      clock = new Date(start.getTime() + hours * 3_600_000)
      expect((await session.request('/api/session')).status).toBe(200)
    }
    clock = new Date(start.getTime() + 168 * 3_600_000)
    expect((await session.request('/api/session')).status).toBe(401)
    clock = start
  })

  it('serves a second process on the same database', async () => {
    const second = await createTestApi({ share: api })
    const session = await api.signIn('warehouse_manager')
    expect((await second.request('/api/session', { headers: session.headers })).status).toBe(200)
    await second.request('/api/logout', { method: 'POST', headers: session.headers, json: {} })
    expect((await session.request('/api/session')).status).toBe(401)
    await second.close()
  })
})

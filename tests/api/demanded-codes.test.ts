// @module-tag slow
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { demandableTypes } from '#domain/access/second-factor.ts'
import { offlineDays } from '#domain/access/offline-pin.ts'
import { defaultSessionRules } from '#domain/access/session-limits.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { cookieOf, testOrigin, testPassword, type TestSession } from '#tests/support/api.ts'

const access = prepareAccess({ demandsSecondFactor: true })
const { login, post, system } = access

const admin = 'admin@retailer.example'
const manager = 'management_unit_manager@retailer.example'
const deviceId = '01900000-0000-7000-8000-00000000000d'
const missing = { status: 403, code: 'ACCESS_SECOND_FACTOR_MISSING' }

const send = async (session: Pick<TestSession, 'request'>, path: string, json: unknown = {}, method = 'POST') => {
  const response = await session.request(path, { method, ...(method === 'GET' ? {} : { json }) })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'], body }
}

/** Signs in by password alone, as far as that goes; the session may do next to nothing. */
async function come(email: string, rest: object = {}): Promise<TestSession> {
  const { status, body } = await login(email, testPassword, rest)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${String(body['apiToken'])}` }
  return {
    user: body as never,
    headers,
    request: (path, init = {}) => access.api.request(path, { ...init, headers: { ...headers, ...init.headers } }),
  }
}

/** Sets codes up without the password again; answers how the app makes them. */
async function setUp(session: Pick<TestSession, 'request'>) {
  const begun = await send(session, '/api/session/codes')
  expect(begun.status).toBe(200)
  const app = URI.parse(String(begun.body['uri']))
  const codeAt = (steps: number) => app.generate({ timestamp: access.clock.getTime() + steps * 30_000 })
  const confirmed = await send(session, '/api/session/codes/confirm', { code: codeAt(-1) })
  expect(confirmed.status).toBe(200)
  return { codeAt, recoveryCodes: confirmed.body['recoveryCodes'] as readonly string[] }
}

const start = () => system('delete from user_code')

/** The rules of the retailer, as its top manager writes them. */
async function demand(secondFactorTypes: readonly string[]) {
  const top = await access.api.signIn('root_management_unit_manager')
  const path = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
  return send(top, path, { secondFactorTypes }, 'PATCH')
}

describe('a second factor of administrators', () => {
  it('is set up before anything else opens', async () => {
    await start()
    const session = await come(admin, { deviceId })
    expect(session.user).toMatchObject({ owesSecondFactor: true })
    expect(session.user).not.toHaveProperty('grant')
    expect(session.user).not.toHaveProperty('isOfDemo')
    const { retailer } = access.api.accounts
    expect(await send(session, '/api/session/list', {}, 'GET')).toMatchObject(missing)
    expect(await send(session, '/api/session/account', { accountId: retailer.id })).toMatchObject(missing)
    expect(await send(session, '/api/session/module', { module: 'root' })).toMatchObject(missing)
    expect(
      await send(session, '/api/password/change', { current: testPassword, password: 'Zebre-Lune-41' }),
    ).toMatchObject(missing)
    expect((await send(session, '/api/session', {}, 'GET')).body).toMatchObject({ owesSecondFactor: true })

    const { codeAt, recoveryCodes } = await setUp(session)
    expect(recoveryCodes).toHaveLength(10)
    expect((await send(session, '/api/session', {}, 'GET')).body).not.toHaveProperty('owesSecondFactor')
    expect((await send(session, '/api/session/account', { accountId: retailer.id })).status).toBe(200)
    expect(await login(admin)).toMatchObject({ status: 403, code: 'ACCESS_CODE_REQUIRED' })
    const again = await login(admin, testPassword, { code: codeAt(0) })
    expect(again.status).toBe(200)
    expect(again.body).not.toHaveProperty('owesSecondFactor')
  })

  it('opens no call but those that lead to one', { timeout: 120_000 }, async () => {
    await start()
    const session = await come(admin)
    const closed = access.api.app.routes.filter(
      ({ spec }) => spec.permission !== 'none' && spec.permission !== 'grant' && spec.beforeSecondFactor !== true,
    )
    const early = access.api.app.routes.filter(({ spec }) => spec.beforeSecondFactor === true)
    expect(early.map(({ spec }) => `${spec.method} ${spec.path}`).toSorted()).toEqual([
      'get /api/session',
      'get /api/session/codes',
      'post /api/session/codes',
      'post /api/session/codes/confirm',
      'post /api/session/language',
      'post /api/session/passkeys',
      'post /api/session/passkeys/begin',
    ])
    expect(closed.length).toBeGreaterThan(200)
    const answers = await Promise.all(
      closed.map(async ({ spec }) => {
        const path = spec.path.replaceAll(/\{\w+\}/g, session.user.id)
        const response = await session.request(path, { method: spec.method.toUpperCase() })
        return `${spec.method} ${spec.path} ${response.status}`
      }),
    )
    expect(answers.filter((answer) => !answer.endsWith(' 403'))).toEqual([])
  })

  it('ends the sessions of the same password that wait for one: a stranger may have begun them', async () => {
    await start()
    const stranger = await come(admin)
    await setUp(await come(admin))
    expect((await send(stranger, '/api/session', {}, 'GET')).status).toBe(401)
  })

  it('is set up again at once by who turns it off', async () => {
    await start()
    const session = await come(admin)
    const { codeAt } = await setUp(session)
    expect((await send(session, '/api/session/codes/off', { password: testPassword, code: codeAt(0) })).status).toBe(
      204,
    )
    expect(await send(session, '/api/session/list', {}, 'GET')).toMatchObject(missing)
    await setUp(session)
    expect((await send(session, '/api/session/list', {}, 'GET')).status).toBe(200)
  })

  it('given up ends the other sessions of the user, and closes the one that gave it up', async () => {
    await start()
    const session = await come(admin)
    const { codeAt } = await setUp(session)
    const elsewhere = await come(admin, { code: codeAt(0) })
    const off = await send(session, '/api/session/codes/off', { password: testPassword, code: codeAt(1) })
    expect(off.status).toBe(204)
    expect((await send(elsewhere, '/api/session', {}, 'GET')).status).toBe(401)
    expect((await send(session, '/api/session', {}, 'GET')).body).toMatchObject({ owesSecondFactor: true })
  })

  it('asks for the password again once the sign-in is some time ago', async () => {
    await start()
    const session = await come(admin)
    const begun = access.clock
    const begins = ['/api/session/codes', '/api/session/passkeys/begin']
    access.clock = new Date(begun.getTime() + lifetimes.passwordProofMs - 1)
    for (const path of begins) expect((await send(session, path)).status).toBe(200)
    access.clock = new Date(begun.getTime() + lifetimes.passwordProofMs)
    for (const path of begins) {
      expect(await send(session, path)).toMatchObject({ status: 422, body: { field: 'password' } })
      const wrong = await send(session, path, { password: 'Wrong-1234' })
      expect(wrong).toMatchObject({ code: 'ACCESS_CURRENT_PASSWORD_WRONG' })
      expect((await send(session, path, { password: testPassword })).status).toBe(200)
    }
    access.clock = begun
  })

  it('makes a browser known with the switch that follows the set-up, not before', async () => {
    await start()
    const json = { email: admin, password: testPassword }
    const signedIn = await access.api.request('/api/login', { method: 'POST', headers: { origin: testOrigin }, json })
    const devices = (answer: Response) => answer.headers.getSetCookie().filter((one) => one.includes('reprise_device='))
    expect(devices(signedIn)).toEqual([])
    const headers = { origin: testOrigin, cookie: cookieOf(signedIn) }
    await setUp({ request: (path, init = {}) => access.api.request(path, { ...init, headers }) })
    const body = { module: 'root' }
    const moved = await access.api.request('/api/session/module', { method: 'POST', headers, json: body })
    expect(moved.status).toBe(200)
    expect(devices(moved)).toHaveLength(1)
    const further = { origin: testOrigin, cookie: `${cookieOf(moved)}; ${devices(moved)[0]!.split(';')[0]!}` }
    const again = await access.api.request('/api/session/module', { method: 'POST', headers: further, json: body })
    expect(again.status).toBe(200)
    expect(devices(again)).toEqual([])
  })

  it('is not asked of others, who give the password to begin with codes', async () => {
    await start()
    const session = await come(manager)
    expect(session.user).not.toHaveProperty('owesSecondFactor')
    expect(await send(session, '/api/session/codes')).toMatchObject({ status: 422, code: 'REQUEST_INVALID' })
  })
})

describe('the rules of an account', () => {
  it('are read and changed with the permissions of settings, in their version', async () => {
    await start()
    const { retailer, other } = access.api.accounts
    const path = `/api/accounts/${retailer.id}/sign-in-rules`
    const analyst = await access.api.signIn('root_management_unit_analyst')
    expect((await send(analyst, path, {}, 'GET')).body).toEqual({
      version: 0,
      secondFactorTypes: [],
      ...defaultSessionRules,
      offlineDays: offlineDays.byDefault,
    })
    const refused = { status: 403, code: 'ACCESS_PERMISSION_MISSING' }
    expect(await send(analyst, path, { secondFactorTypes: [] }, 'PATCH')).toMatchObject(refused)
    const seller = await access.api.signIn('store_seller')
    expect(await send(seller, path, {}, 'GET')).toMatchObject(refused)
    const top = await access.api.signIn('root_management_unit_manager')
    const elsewhere = `/api/accounts/${other.id}/sign-in-rules`
    expect((await send(top, elsewhere, {}, 'GET')).status).toBe(404)
    expect((await send(top, elsewhere, { secondFactorTypes: [] }, 'PATCH')).status).toBe(404)
    expect(await send(top, path, { secondFactorTypes: ['admin'] }, 'PATCH')).toMatchObject({ status: 422 })
    const saved = await send(top, path, { secondFactorTypes: ['store_seller', 'store_seller'] }, 'PATCH')
    expect(saved.body).toMatchObject({ version: 1, secondFactorTypes: ['store_seller'] })
    const late = await top.request(path, {
      method: 'PATCH',
      json: { secondFactorTypes: [] },
      headers: { 'if-match': '"0"' },
    })
    expect(late.status).toBe(412)
  })

  it.each(demandableTypes.filter((type) => type !== 'buyer_manager'))(
    'demand it of a %s at the next sign-in, and of nobody else',
    async (type) => {
      await start()
      const before = await come(`${type}@retailer.example`)
      // Who changes the rules is not among those who owe one.
      const top = await access.api.signIn('root_management_unit_manager')
      const path = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
      expect((await send(top, path, { secondFactorTypes: [type] }, 'PATCH')).status).toBe(200)
      // What was begun before goes on.
      expect((await send(before, '/api/session/list', {}, 'GET')).status).toBe(200)
      const session = await come(`${type}@retailer.example`)
      expect(session.user).toMatchObject({ owesSecondFactor: true })
      expect(await send(session, '/api/session/list', {}, 'GET')).toMatchObject(missing)
      const other = type === 'store_seller' ? 'store_manager' : 'store_seller'
      expect((await come(`${other}@retailer.example`)).user).not.toHaveProperty('owesSecondFactor')
      const operator = await come('operator@other.example')
      expect(operator.user).not.toHaveProperty('owesSecondFactor')
      await setUp(session)
      expect((await send(session, '/api/session/list', {}, 'GET')).status).toBe(200)
      expect((await send(top, path, { secondFactorTypes: [] }, 'PATCH')).status).toBe(200)
    },
  )

  it('are kept by who goes on in another module, which then waits without a grant of the device', async () => {
    await start()
    const session = await come('both@retailer.example', { module: 'root' })
    await demand(['store_manager'])
    const moved = await send(session, '/api/session/module', { module: 'tim', deviceId })
    expect(moved).toMatchObject({ status: 200, body: { module: 'tim', owesSecondFactor: true } })
    expect(moved.body).not.toHaveProperty('grant')
    const headers = { authorization: `Bearer ${String(moved.body['apiToken'])}` }
    const after = { request: (path: string, init: object = {}) => access.api.request(path, { ...init, headers }) }
    expect(await send(after, '/api/session/list', {}, 'GET')).toMatchObject(missing)
    await setUp(after)
    const body = { module: 'tim', deviceId, grantModules: ['root', 'rps'] }
    const settled = await send(after, '/api/session/module', body)
    expect(settled.body).toMatchObject({ grant: { module: 'tim' }, moreGrants: [{ module: 'root' }] })
    expect(settled.body['moreGrants']).toHaveLength(1)
    expect(settled.body).not.toHaveProperty('owesSecondFactor')
    await demand([])
  })

  it('reach every module of a user', async () => {
    await start()
    await demand(['store_manager'])
    const session = await come('both@retailer.example', { module: 'tim' })
    expect(session.user).toMatchObject({ module: 'tim', owesSecondFactor: true })
    await demand([])
    expect(
      (await post('/api/login', { email: 'both@retailer.example', password: testPassword })).body,
    ).not.toHaveProperty('owesSecondFactor')
  })

  it('of a retailer reach the users of the buyers that work for it, whichever retailer is open', async () => {
    await start()
    const buyer = 'buyer_manager@retailer.example'
    expect((await come(buyer)).user).not.toHaveProperty('owesSecondFactor')
    expect((await demand(['buyer_manager'])).status).toBe(200)
    expect((await come(buyer)).user).toMatchObject({ owesSecondFactor: true })
    await demand([])
  })
})

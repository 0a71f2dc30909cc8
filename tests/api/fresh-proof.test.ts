import { URI } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareAccess } from '#tests/support/access.ts'
import { cookieOf, createTestApi, testPassword, type TestSession } from '#tests/support/api.ts'

const access = prepareAccess({ demandsSecondFactor: true })
const { system } = access
const minutes = (count: number) => count * 60_000
const required = [403, 'ACCESS_PROOF_REQUIRED']

let start = new Date()
const at = (ms: number) => {
  access.clock = new Date(start.getTime() + ms)
}
beforeEach(async () => {
  start = new Date()
  at(0)
  await system('delete from sign_in_rule')
  await system('delete from user_code')
})
afterAll(() => at(0))

const send = async (session: Pick<TestSession, 'request'>, path: string, json: unknown, method = 'POST') => {
  const response = await session.request(path, { method, json })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'], body, cookie: cookieOf(response) }
}

let count = 0
const newUser = () => ({
  email: `new-${(count += 1)}@retailer.example`,
  firstname: 'Nora',
  lastname: 'Neuf',
  modules: {
    root: { type: 'root_management_unit_analyst', organizationId: access.api.accounts.retailer.rootId },
  },
})

/** What adding a user answers: 200, or why not. */
const addUser = async (session: Pick<TestSession, 'request'>) => {
  const { status, code } = await send(session, '/api/users', newUser())
  return [status, code]
}

const manager = () => access.api.signIn('root_management_unit_manager')

/** The session under the token that a proof has given. */
const under = (cookie: string): Pick<TestSession, 'request'> => ({
  request: (path, init = {}) =>
    access.api.request(path, { ...init, headers: { cookie, origin: 'http://localhost:8080' } }),
})

it('is asked for by what is about money, users, sign-in, files of machines and keys', () => {
  const asked = access.api.app.routes
    .filter(({ spec }) => spec.freshProof === true)
    .map(({ spec }) => `${spec.method} ${spec.path}`)
  expect(asked.toSorted()).toEqual([
    'delete /api/connector-organizations/{id}',
    'patch /api/accounts/{id}',
    'patch /api/accounts/{id}/payment-rule',
    'patch /api/accounts/{id}/sign-in-rules',
    'patch /api/accounts/{id}/users/{userId}',
    'patch /api/carriers/{id}',
    'patch /api/connector-organizations/{id}',
    'patch /api/users/{id}',
    'post /api/accounts',
    'post /api/accounts/{id}/users',
    'post /api/accounts/{id}/users/{userId}/codes-reset',
    'post /api/accounts/{id}/users/{userId}/invitation',
    'post /api/buybacks/{id}/mark-as-paid',
    'post /api/carriers',
    'post /api/connector-organizations',
    'post /api/organizations/{id}/sso/domain-grant',
    'post /api/organizations/{id}/sso/domain-proof',
    'post /api/payment-files',
    'post /api/payment-files/{id}/sent',
    'post /api/payment-releases/{id}/refuse',
    'post /api/payment-releases/{id}/release',
    'post /api/payments/{id}/try-again',
    'post /api/session/devices/{id}/end',
    'post /api/session/list/{id}/end',
    'post /api/session/offline',
    'post /api/sftp-access/disable',
    'post /api/sftp-access/enable',
    'post /api/users',
    'post /api/users/import',
    'post /api/users/{id}/codes-reset',
    'post /api/users/{id}/invitation',
    'put /api/accounts/{id}/linked-buyers/{buyerId}',
    'put /api/organizations/{id}/sso',
    'put /api/payer',
  ])
})

describe('a proof who the caller is', () => {
  it('is the sign-in for ten minutes, and asked for by each of these calls afterwards', async () => {
    const session = await manager()
    at(minutes(9))
    expect(await addUser(session)).toEqual([200, undefined])
    at(minutes(10))
    expect(await addUser(session)).toEqual(required)
    for (const { spec: one } of access.api.app.routes.filter((route) => route.spec.freshProof === true)) {
      const path = one.path.replaceAll(/\{\w+\}/g, access.api.accounts.retailer.id)
      const { status, code } = await send(session, path, {}, one.method.toUpperCase())
      expect([required[1], 'ACCESS_PERMISSION_MISSING'], `${one.method} ${one.path}`).toContain(code)
      expect(status).toBe(403)
    }
    expect((await session.request('/api/users')).status).toBe(200)
  })

  it('is the password, after which the same call goes through under another token', async () => {
    const session = await manager()
    at(minutes(20))
    expect(await addUser(session)).toEqual(required)
    const proof = await send(session, '/api/session/proof', { password: testPassword })
    expect([proof.status, proof.body['email']]).toEqual([200, session.user.email])
    expect([session.user.provenAt, proof.body['provenAt']]).toEqual([start.toISOString(), access.clock.toISOString()])
    expect(await addUser(under(proof.cookie))).toEqual([200, undefined])
    expect((await session.request('/api/session')).status).toBe(401)
    at(minutes(31))
    expect(await addUser(under(proof.cookie))).toEqual(required)
  })

  it('is bounded: wrong passwords are counted as at a sign-in', async () => {
    const session = await manager()
    at(minutes(20))
    const wrong = { password: 'Something-else-1' }
    for (let tries = 0; tries < 10; tries += 1)
      expect((await send(session, '/api/session/proof', wrong)).code).toBe('ACCESS_CURRENT_PASSWORD_WRONG')
    const late = await send(session, '/api/session/proof', { password: testPassword })
    expect([late.status, late.code]).toEqual([429, 'ACCESS_THROTTLED'])
    expect(await addUser(session)).toEqual(required)
  })

  it('is counted by the device that the user is known on: a stolen session locks the user out of it by nothing', async () => {
    const email = 'root_management_unit_manager@retailer.example'
    const headers = { origin: 'http://localhost:8080' }
    const response = await access.api.request('/api/login', {
      method: 'POST',
      headers,
      json: { email, password: testPassword },
    })
    const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    const owner = under(cookies.join('; '))
    const thief = under(cookieOf(response))
    const wrong = { password: 'Something-else-1' }
    for (let tries = 0; tries < 10; tries += 1) await send(thief, '/api/session/proof', wrong)
    expect((await send(thief, '/api/session/proof', wrong)).code).toBe('ACCESS_THROTTLED')
    expect((await send(owner, '/api/session/proof', { password: testPassword })).status).toBe(200)
  })

  it('takes a code too of who has turned codes on', async () => {
    const session = await manager()
    const begun = await send(session, '/api/session/codes', { password: testPassword })
    const app = URI.parse(String(begun.body['uri']))
    const codeAt = () => app.generate({ timestamp: access.clock.getTime() })
    expect((await send(session, '/api/session/codes/confirm', { code: codeAt() })).status).toBe(200)
    at(minutes(20))
    const bare = await send(session, '/api/session/proof', { password: testPassword })
    expect([bare.status, bare.code]).toEqual([403, 'ACCESS_CODE_REQUIRED'])
    const wrong = await send(session, '/api/session/proof', { password: testPassword, code: '000000' })
    expect(wrong.code).toBe('ACCESS_CODE_WRONG')
    const right = await send(session, '/api/session/proof', { password: testPassword, code: codeAt() })
    expect(right.status).toBe(200)
    expect(await addUser(under(right.cookie))).toEqual([200, undefined])
  })

  it('needs something to prove it by', async () => {
    const session = await manager()
    expect((await send(session, '/api/session/proof', {})).status).toBe(422)
    expect((await send(session, '/api/session/proof', { code: '123456' })).status).toBe(422)
  })

  it('counts as long as the account says, and goes along into another module', async () => {
    const session = await manager()
    const path = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
    expect((await send(session, path, { proofMinutes: 2 }, 'PATCH')).status).toBe(200)
    at(minutes(3))
    expect(await addUser(session)).toEqual(required)
    const moved = await send(session, '/api/session/module', { module: 'root' })
    expect(moved.status).toBe(200)
    expect(await addUser(under(moved.cookie))).toEqual(required)
  })

  it('is not asked of programs, which keep their token', async () => {
    const session = await access.api.signIn('root_management_unit_manager', { as: 'api' })
    at(minutes(60))
    expect(await addUser(session)).toEqual([200, undefined])
  })

  it('comes before an own session is ended, and not before the list is read', async () => {
    const session = await access.api.signIn('store_seller')
    const other = await access.api.signIn('store_seller')
    at(minutes(20))
    const list = (await (await session.request('/api/session/list')).json()) as {
      sessions: { id: string; isThis: boolean }[]
    }
    const id = list.sessions.find(({ isThis }) => !isThis)!.id
    expect((await send(session, `/api/session/list/${id}/end`, {})).code).toBe('ACCESS_PROOF_REQUIRED')
    expect((await other.request('/api/session')).status).toBe(200)
    const proof = await send(session, '/api/session/proof', { password: testPassword })
    expect((await send(under(proof.cookie), `/api/session/list/${id}/end`, {})).status).toBe(204)
  })
})

describe('users of the embedded demo', () => {
  it('prove nothing but at the sign-in: everybody reads their password', async () => {
    const demo = await createTestApi({ share: access.api, now: () => access.clock })
    const session = await demo.signIn('root_management_unit_manager')
    at(minutes(20))
    expect(await addUser(session)).toEqual([200, undefined])
    await demo.close()
  })
})

// @module-tag slow
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { mostPasskeys } from '#domain/access/passkey.ts'
import { createPasskeys } from '#api/features/access/passkeys.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { testOrigin, testPassword, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { shownPasskey } from '#sync/calls/passkey.ts'
import { createAuthenticator, type Authenticator } from '#tests/support/authenticator.ts'

const access = prepareAccess({ demandsSecondFactor: true })
const { login, post, system } = access
const email = 'management_unit_manager@retailer.example'
const home = { origin: testOrigin, host: 'localhost' }
const wrong = { status: 422, code: 'ACCESS_PASSKEY_WRONG' }

const send = async (session: Pick<TestSession, 'request'>, path: string, json: unknown = {}, method = 'POST') => {
  const response = await session.request(path, { method, ...(method === 'GET' ? {} : { json }) })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'], field: body['field'], body }
}
const askedOf = (body: Record<string, unknown>) => body['publicKey'] as { readonly challenge: string }
const begin = async (session: TestSession) => {
  const begun = await send(session, '/api/session/passkeys/begin', { password: testPassword })
  expect(begun.status).toBe(200)
  return askedOf(begun.body)
}
const own = async (session: TestSession) =>
  (await send(session, '/api/session/passkeys', {}, 'GET')).body['passkeys'] as readonly Record<string, unknown>[]

/** A user with one passkey on a device. */
async function enrol(who = email, device: Authenticator = createAuthenticator(home)) {
  await system('delete from passkey')
  await system('delete from user_code')
  await system('delete from recovery_code')
  const session = await access.api.signIn(who, { as: 'api' })
  const added = await send(session, '/api/session/passkeys', {
    name: 'Phone',
    passkey: device.make(await begin(session)),
  })
  expect(added).toMatchObject({ status: 200 })
  return { session, device, recoveryCodes: added.body['recoveryCodes'] as readonly string[] }
}

const challenge = async () => askedOf((await post('/api/passkeys/begin', {})).body)
const signIn = (passkey: unknown, rest: object = {}) => post('/api/login', { passkey, ...rest })

describe('passkeys', () => {
  it('are added with the password, listed, used alone, and removed with the password', async () => {
    const { session, device } = await enrol()
    expect(await send(session, '/api/session/passkeys/begin')).toMatchObject({ status: 422, field: 'password' })
    expect(await send(session, '/api/session/passkeys/begin', { password: 'Wrong-1234' })).toMatchObject({
      status: 422,
      code: 'ACCESS_CURRENT_PASSWORD_WRONG',
    })
    const [kept] = await own(session)
    expect(kept).toMatchObject({ name: 'Phone', host: 'localhost', lastUsedAt: null })

    const { status, body } = await signIn(device.sign(await challenge()))
    expect(status).toBe(200)
    expect(body).toMatchObject({ email })
    expect((await own(session))[0]).toMatchObject({ lastUsedAt: access.clock.toISOString() })

    const path = `/api/session/passkeys/${String(kept!['id'])}/remove`
    expect(await send(session, path, { password: 'Wrong-1234' })).toMatchObject({
      code: 'ACCESS_CURRENT_PASSWORD_WRONG',
    })
    expect((await send(session, path, { password: testPassword })).status).toBe(204)
    expect((await send(session, path, { password: testPassword })).status).toBe(404)
    expect(await signIn(device.sign(await challenge()))).toMatchObject({ status: 401, code: 'ACCESS_PASSKEY_UNKNOWN' })
  })

  it('sign in nobody with an answer that is used again, of another question, or too late', async () => {
    const { session, device } = await enrol()
    const first = device.sign(await challenge())
    expect((await signIn(first)).status).toBe(200)
    expect(await signIn(first)).toMatchObject(wrong)
    const once = await challenge()
    const both = await Promise.all([signIn(device.sign(once)), signIn(device.sign(once))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await signIn(device.sign({ challenge: Buffer.from('made up').toString('base64url') }))).toMatchObject(wrong)
    expect(await signIn(device.sign(await begin(session)))).toMatchObject(wrong)
    const late = device.sign(await challenge())
    const before = access.clock
    access.clock = new Date(before.getTime() + lifetimes.passkeyChallengeMs)
    expect(await signIn(late)).toMatchObject(wrong)
    access.clock = before
    expect((await signIn(device.sign(await challenge()))).status).toBe(200)
  })

  it('sign in nobody from another origin or host, without the person, or with another key', async () => {
    const { device } = await enrol()
    for (const change of [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { isVerified: false }])
      expect(await signIn(device.sign(await challenge(), change)), JSON.stringify(change)).toMatchObject(wrong)
    const other = createAuthenticator(home).sign(await challenge()) as object
    const id = device.credentialId
    expect(await signIn({ ...other, id, rawId: id })).toMatchObject(wrong)
    expect((await signIn(device.sign(await challenge()))).status).toBe(200)
  })

  it('are known by ids of the lengths that the standard allows', async () => {
    const { session, device } = await enrol()
    for (const length of [15, 1024]) {
      const id = Buffer.alloc(length, 7).toString('base64url')
      const signed = device.sign(await challenge()) as object
      expect(await signIn({ ...signed, id, rawId: id }), String(length)).toMatchObject(wrong)
    }
    for (const length of [15, 1024]) {
      const other = createAuthenticator({ ...home, idLength: length })
      const passkey = other.make(await begin(session))
      expect(await send(session, '/api/session/passkeys', { name: 'Key', passkey }), String(length)).toMatchObject(
        wrong,
      )
    }
    expect((await signIn(device.sign(await challenge()))).status).toBe(200)
  })

  it('are not said to be wrong where the database fails', async () => {
    const { device } = await enrol()
    const hit = () => Promise.reject(new Error('the database is away'))
    const { db: database } = access.api
    const ceremonies = createPasskeys({
      database,
      now: () => access.clock,
      secret: { key: Buffer.alloc(32, 'x') },
      throttle: { hit },
    })
    const place = { host: home.host, origin: home.origin }
    const asked = await ceremonies.beginSignIn(place)
    const shown = shownPasskey.parse(device.sign(asked))
    await expect(ceremonies.finishSignIn(place, shown)).rejects.toThrow('the database is away')
  })

  it('sign in nobody whose count of signatures falls back', async () => {
    const { device } = await enrol()
    expect((await signIn(device.sign(await challenge(), { counter: 7 }))).status).toBe(200)
    expect(await signIn(device.sign(await challenge(), { counter: 7 }))).toMatchObject(wrong)
    expect(await signIn(device.sign(await challenge(), { counter: 3 }))).toMatchObject(wrong)
    expect((await signIn(device.sign(await challenge(), { counter: 8 }))).status).toBe(200)
  })

  it('of devices that keep no count go on signing in', async () => {
    const { device } = await enrol()
    for (let time = 0; time < 2; time++)
      expect((await signIn(device.sign(await challenge(), { counter: 0 }))).status).toBe(200)
  })

  it('are added to the session that asked alone, by a device that has made sure of the person', async () => {
    const { session } = await enrol()
    const again = await access.api.signIn(email, { as: 'api' })
    const device = createAuthenticator(home)
    const add = (who: TestSession, passkey: unknown) => send(who, '/api/session/passkeys', { name: 'Key', passkey })
    expect(await add(again, device.make(await begin(session)))).toMatchObject(wrong)
    expect(await add(session, device.make(await begin(session), { isVerified: false }))).toMatchObject(wrong)
    expect(await add(session, device.make(await begin(session), { origin: 'https://evil.example' }))).toMatchObject(
      wrong,
    )
    expect(await add(session, device.make(await challenge()))).toMatchObject(wrong)
    expect((await add(session, device.make(await begin(session)))).status).toBe(200)
    expect(await add(session, device.make(await begin(session)))).toMatchObject(wrong)
    expect(await own(session)).toHaveLength(2)
  })

  it('are kept up to a number', async () => {
    const { session } = await enrol()
    await system(
      `insert into passkey (account_id, id, user_id, credential_id, public_key, counter, host, name, created_at)
        select account_id, gen_random_uuid(), user_id, sha256(number::text::bytea), public_key, 0, host, name, now()
        from passkey, generate_series(2, $1) number`,
      [mostPasskeys],
    )
    expect(await send(session, '/api/session/passkeys/begin', { password: testPassword })).toMatchObject({
      status: 409,
      code: 'ACCESS_PASSKEYS_FULL',
    })
  })

  it('that come first at once bring one list of recovery codes', async () => {
    await system('delete from passkey')
    await system('delete from user_code')
    await system('delete from recovery_code')
    const session = await access.api.signIn(email, { as: 'api' })
    const asked = await Promise.all([begin(session), begin(session)])
    const added = await Promise.all(
      asked.map(async (one) => {
        const passkey = createAuthenticator(home).make(one)
        return send(session, '/api/session/passkeys', { name: 'Phone', passkey })
      }),
    )
    const lists = added.map(({ body }) => (body['recoveryCodes'] as readonly string[]).length)
    expect(lists.filter((length) => length > 0)).toHaveLength(1)
  })

  it('sign in no inactive user, and none who has to sign in with the organisation', async () => {
    const { session, device } = await enrol()
    await system(`update user_account set force_sso = true where email = $1`, [email])
    expect(await signIn(device.sign(await challenge()))).toMatchObject({ status: 403, code: 'ACCESS_SSO_REQUIRED' })
    const proof = await send(session, '/api/session/proof', { passkey: device.sign(await challenge()) })
    expect(proof).toMatchObject({ status: 403, code: 'ACCESS_SSO_REQUIRED' })
    await system(`update user_account set force_sso = false, status = 'inactive' where email = $1`, [email])
    expect(await signIn(device.sign(await challenge()))).toMatchObject({ status: 401, code: 'ACCESS_PASSKEY_UNKNOWN' })
    await system(`update user_account set status = 'active' where email = $1`, [email])
    expect((await signIn(device.sign(await challenge()))).status).toBe(200)
  })

  it('stand in for a code beside the password, those of the same user', async () => {
    const { session, device } = await enrol()
    const begun = await send(session, '/api/session/codes', { password: testPassword })
    const code = URI.parse(String(begun.body['uri'])).generate({ timestamp: access.clock.getTime() })
    expect((await send(session, '/api/session/codes/confirm', { code })).status).toBe(200)
    expect(await login(email)).toMatchObject({ status: 403, code: 'ACCESS_CODE_REQUIRED' })
    const passkey = async () => device.sign(await challenge())
    expect((await login(email, testPassword, { passkey: await passkey() })).status).toBe(200)
    expect((await login(email, 'Wrong-1234', { passkey: await passkey() })).status).toBe(401)
    const other = 'store_seller@retailer.example'
    expect(await login(other, testPassword, { passkey: await passkey() })).toMatchObject(wrong)
  })

  it('are a second factor of who needs one, set up at the sign-in and asked for from then on', async () => {
    await system('delete from passkey')
    const admin = 'admin@retailer.example'
    const { body } = await login(admin)
    expect(body).toMatchObject({ owesSecondFactor: true })
    const headers = { authorization: `Bearer ${String(body['apiToken'])}` }
    const session = { request: (path: string, init: object = {}) => access.api.request(path, { ...init, headers }) }
    const device = createAuthenticator(home)
    const begun = await send(session, '/api/session/passkeys/begin')
    const made = { name: 'Key', passkey: device.make(askedOf(begun.body)) }
    expect((await send(session, '/api/session/passkeys', made)).status).toBe(200)
    expect((await send(session, '/api/session/list', {}, 'GET')).status).toBe(200)
    expect(await login(admin)).toMatchObject({ status: 403, code: 'ACCESS_PASSKEY_REQUIRED' })
    expect((await signIn(device.sign(await challenge()))).body).not.toHaveProperty('owesSecondFactor')
    const [kept] = (await send(session, '/api/session/passkeys', {}, 'GET')).body['passkeys'] as { id: string }[]
    const removed = await send(session, `/api/session/passkeys/${kept!.id}/remove`, { password: testPassword })
    expect(removed.status).toBe(204)
    expect(await send(session, '/api/session/list', {}, 'GET')).toMatchObject({ code: 'ACCESS_SECOND_FACTOR_MISSING' })
  })

  it('that are removed at once leave no session without the factor that is demanded', async () => {
    await system('delete from passkey')
    const admin = 'admin@retailer.example'
    const headers = { authorization: `Bearer ${String((await login(admin)).body['apiToken'])}` }
    const session = { request: (path: string, init: object = {}) => access.api.request(path, { ...init, headers }) }
    for (const name of ['Key', 'Phone']) {
      const begun = await send(session, '/api/session/passkeys/begin', { password: testPassword })
      const passkey = createAuthenticator(home).make(askedOf(begun.body))
      expect((await send(session, '/api/session/passkeys', { name, passkey })).status).toBe(200)
    }
    const kept = (await send(session, '/api/session/passkeys', {}, 'GET')).body['passkeys'] as { id: string }[]
    const { ownerUrl } = access.api.testDatabase
    const [holding, looking] = [await connectAsOwner(ownerUrl), await connectAsOwner(ownerUrl)]
    await holding.query('begin')
    await holding.query('lock table access_event in share mode')
    const removing = kept.map(({ id }) =>
      send(session, `/api/session/passkeys/${id}/remove`, { password: testPassword }),
    )
    await expect.poll(() => countLockWaiters(looking), { timeout: 10_000 }).toBe(2)
    await holding.query('commit')
    const removed = await Promise.all(removing)
    await Promise.all([holding.end(), looking.end()])
    expect(removed.map(({ status }) => status)).toEqual([204, 204])
    expect(await send(session, '/api/session/list', {}, 'GET')).toMatchObject({ code: 'ACCESS_SECOND_FACTOR_MISSING' })
  })

  it('made under another host are named to who owes one here, and has no other', async () => {
    const { session, device } = await enrol('store_manager@retailer.example')
    const who = session.user.email
    const top = await access.api.signIn('root_management_unit_manager')
    const rules = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
    await send(top, rules, { secondFactorTypes: ['store_manager'] }, 'PATCH')
    expect(await login(who)).toMatchObject({ status: 403, code: 'ACCESS_PASSKEY_REQUIRED' })
    await system(`update passkey set host = 'sales.shop.example'`)
    const refused = await login(who)
    expect(refused).toMatchObject({ status: 403, code: 'ACCESS_PASSKEY_ELSEWHERE' })
    expect(refused.body['details']).toEqual({ hosts: ['sales.shop.example'] })
    expect(await login(who, 'Wrong-1234')).toMatchObject({ status: 401 })
    await system(`update passkey set host = 'localhost'`)
    expect((await signIn(device.sign(await challenge()))).status).toBe(200)
    await send(top, rules, { secondFactorTypes: [] }, 'PATCH')
  })

  it('come with recovery codes, the first of a user, each of which stands in for it once', async () => {
    const who = 'store_manager@retailer.example'
    const { session, recoveryCodes } = await enrol(who)
    expect(new Set(recoveryCodes).size).toBe(10)
    const second = createAuthenticator(home)
    const more = { name: 'Tablet', passkey: second.make(await begin(session)) }
    expect((await send(session, '/api/session/passkeys', more)).body).toEqual({ recoveryCodes: [] })
    const top = await access.api.signIn('root_management_unit_manager')
    const rules = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
    await send(top, rules, { secondFactorTypes: ['store_manager'] }, 'PATCH')
    const [code] = recoveryCodes
    expect(await login(who, testPassword, { code: '000000' })).toMatchObject({ code: 'ACCESS_CODE_WRONG' })
    expect((await login(who, testPassword, { code })).status).toBe(200)
    expect(await login(who, testPassword, { code })).toMatchObject({ code: 'ACCESS_CODE_WRONG' })
    await send(top, rules, { secondFactorTypes: [] }, 'PATCH')
    for (const { id } of await own(session))
      await send(session, `/api/session/passkeys/${String(id)}/remove`, { password: testPassword })
    const left = await system('select count(*)::int as count from recovery_code where user_id = $1', [session.user.id])
    expect(left).toEqual([{ count: 0 }])
  })

  it('are removed by who resets the codes of a user, and by nobody of another account', async () => {
    const { session, device } = await enrol()
    const [kept] = await own(session)
    const stranger = await access.api.signIn('manager@other.example', { as: 'api' })
    const path = `/api/session/passkeys/${String(kept!['id'])}/remove`
    expect((await send(stranger, path, { password: testPassword })).status).toBe(404)
    const manager = await access.api.signIn('root_management_unit_manager')
    expect((await send(manager, `/api/users/${session.user.id}/codes-reset`)).status).toBe(204)
    expect((await signIn(device.sign(await challenge()))).code).toBe('ACCESS_PASSKEY_UNKNOWN')
  })
})

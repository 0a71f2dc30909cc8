// @module-tag slow
import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { hashToken } from '#api/http/token.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { testPassword, type TestSession } from '#tests/support/api.ts'

const access = prepareAccess()
const { login, system } = access

const send = async (session: TestSession, path: string, json: unknown = {}) => {
  const response = await session.request(path, { method: 'POST', json })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: body['code'], body }
}

/** Turns codes on for a user by e-mail; answers how the user's app makes codes, and the recovery codes. */
async function enrol(email: string) {
  await system('delete from user_code')
  const session = await access.api.signIn(email)
  const begun = await send(session, '/api/session/codes', { password: testPassword })
  const app = URI.parse(String(begun.body['uri']))
  const codeAt = (steps: number) => app.generate({ timestamp: access.clock.getTime() + steps * 30_000 })
  const confirmed = await send(session, '/api/session/codes/confirm', { code: codeAt(-1) })
  return { session, codeAt, begun, confirmed, recoveryCodes: confirmed.body['recoveryCodes'] as readonly string[] }
}

const email = 'management_unit_manager@retailer.example'

describe('one-time codes', () => {
  it('are begun with the password, and on once a code has come', async () => {
    await system('delete from user_code')
    const session = await access.api.signIn(email)
    expect(await send(session, '/api/session/codes', { password: 'Wrong-1234' })).toMatchObject({
      status: 422,
      code: 'ACCESS_CURRENT_PASSWORD_WRONG',
    })
    const begun = await send(session, '/api/session/codes', { password: testPassword })
    expect(begun.body['uri']).toMatch(/^otpauth:\/\/totp\/Reprise:/)
    expect((await login(email)).status).toBe(200)
    expect(await send(session, '/api/session/codes/confirm', { code: '000000' })).toMatchObject({
      status: 422,
      code: 'ACCESS_CODE_WRONG',
    })
    const { confirmed, recoveryCodes } = await enrol(email)
    expect(confirmed.status).toBe(200)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await (await session.request('/api/session/codes')).json()).toMatchObject({
      isOn: true,
      recoveryCodesLeft: 10,
    })
    expect(await send(session, '/api/session/codes', { password: testPassword })).toMatchObject({
      status: 409,
      code: 'ACCESS_CODES_ON',
    })
    const [stored] = await system('select secret from user_code')
    expect(String(stored!['secret'])).not.toContain(String(begun.body['secret']))
  })

  it('are asked for after the right password alone', async () => {
    const { codeAt } = await enrol(email)
    expect(await login(email, 'Wrong-1234')).toMatchObject({ status: 401, code: 'ACCESS_CREDENTIALS_INVALID' })
    expect(await login(email)).toMatchObject({ status: 403, code: 'ACCESS_CODE_REQUIRED', field: 'code' })
    expect(await login(email, testPassword, { code: '123456' })).toMatchObject({
      status: 422,
      code: 'ACCESS_CODE_WRONG',
    })
    expect((await login(email, testPassword, { code: codeAt(0) })).status).toBe(200)
    expect((await login('store_seller@retailer.example')).status).toBe(200)
  })

  it('are taken once, also of two who send one at the same time, and none of before', async () => {
    const { codeAt } = await enrol(email)
    const code = codeAt(0)
    const both = await Promise.all([login(email, testPassword, { code }), login(email, testPassword, { code })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect((await login(email, testPassword, { code: codeAt(-1) })).status).toBe(422)
    expect((await login(email, testPassword, { code: codeAt(2) })).status).toBe(422)
    expect((await login(email, testPassword, { code: codeAt(1) })).status).toBe(200)
  })

  it('are bounded: after ten wrong ones the right one is not looked at', async () => {
    const { codeAt } = await enrol(email)
    for (let tried = 0; tried < throttleLimits.codeByUser.attempts; tried++)
      expect((await login(email, testPassword, { code: '000000' })).status).toBe(422)
    expect(await login(email, testPassword, { code: codeAt(0) })).toMatchObject({
      status: 429,
      code: 'ACCESS_THROTTLED',
    })
  })

  it('have recovery codes that are kept by a slow hash with a salt', async () => {
    const { session, recoveryCodes } = await enrol(email)
    const stored = await system('select code_hash, salt from recovery_code where user_id = $1', [session.user.id])
    expect(stored).toHaveLength(10)
    const fast = recoveryCodes.map((code) => hashToken(code.replace('-', '')).toString('hex'))
    for (const { code_hash: hash, salt } of stored as { code_hash: Buffer; salt: Buffer }[]) {
      expect(salt).toHaveLength(16)
      expect(fast).not.toContain(hash.toString('hex'))
    }
  })

  it('are replaced by a recovery code, each once, however it is typed', async () => {
    const { session, recoveryCodes } = await enrol(email)
    const typed = recoveryCodes[0]!.toUpperCase().replace('-', ' ')
    expect((await login(email, testPassword, { code: typed })).status).toBe(200)
    expect((await login(email, testPassword, { code: recoveryCodes[0] })).status).toBe(422)
    expect(await (await session.request('/api/session/codes')).json()).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('are turned off with password and code', async () => {
    const { session, codeAt } = await enrol(email)
    const off = (json: object) => send(session, '/api/session/codes/off', json)
    expect(await off({ password: testPassword, code: '000000' })).toMatchObject({ code: 'ACCESS_CODE_WRONG' })
    expect(await off({ password: 'Wrong-1234', code: codeAt(0) })).toMatchObject({
      code: 'ACCESS_CURRENT_PASSWORD_WRONG',
    })
    expect((await off({ password: testPassword, code: codeAt(0) })).status).toBe(204)
    expect((await login(email)).status).toBe(200)
  })

  it('are reset by who may change all of the user, which the page of the user tells later', async () => {
    const { session, codeAt } = await enrol(email)
    const { id } = session.user
    const manager = await access.api.signIn('root_management_unit_manager')
    const seller = await access.api.signIn('store_seller')
    expect(await send(seller, `/api/users/${id}/codes-reset`)).toMatchObject({ status: 403 })
    expect(await send(session, `/api/users/${id}/codes-reset`)).toMatchObject({ code: 'USER_OWN_ACCESS' })
    const deviceId = '01900000-0000-7000-8000-00000000000e'
    const { body: sold } = await login(email, testPassword, { code: codeAt(0), deviceId })
    expect(sold).toHaveProperty('grant')
    expect(await send(manager, `/api/users/${id}/codes-reset`)).toMatchObject({ status: 204 })
    // The one who has lost the device may have lost an open session with it; captured work still goes.
    expect((await session.request('/api/session')).status).toBe(401)
    const grants = await system('select revoked_at from device_grant where device_id = $1', [deviceId])
    expect(grants).toEqual([{ revoked_at: null }])
    expect(await send(manager, `/api/users/${id}/codes-reset`)).toMatchObject({ status: 409, code: 'ACCESS_CODES_OFF' })
    const told = (await (await manager.request(`/api/users/${id}`)).json()) as Record<string, unknown>
    expect(told).toMatchObject({ hasCodes: false })
    expect((told['accessEvents'] as readonly unknown[])[0]).toMatchObject({
      kind: 'codes_reset',
      actorName: 'root_management_unit_manager@retailer.example',
    })
    expect((await login(email)).status).toBe(200)
    const other = await access.api.signIn('admin@other.example')
    expect(await send(other, `/api/users/${id}/codes-reset`)).toMatchObject({ status: 404 })
  })
})

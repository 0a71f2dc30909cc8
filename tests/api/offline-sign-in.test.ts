// @module-tag slow
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { prepareAccess } from '#tests/support/access.ts'
import { testPassword, type TestSession } from '#tests/support/api.ts'

const access = prepareAccess({ demandsSecondFactor: true })
const { system } = access
const operator = 'warehouse_operator@retailer.example'

beforeEach(async () => {
  await system('delete from sign_in_rule')
})

const allow = (by: TestSession) => by.request('/api/session/offline', { method: 'POST' })
const told = async (by: TestSession) => ((await (await by.request('/api/session')).json()) as AuthenticatedUser).offline

async function setDays(days: number): Promise<void> {
  const top = await access.api.signIn('root_management_unit_manager')
  const path = `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
  const set = await top.request(path, { method: 'PATCH', json: { offlineDays: days } })
  expect(set.status).toBe(200)
}

describe('a sign-in without a network', () => {
  it('is allowed for the days that the account sets, seven where it sets none', async () => {
    const session = await access.api.signIn(operator)
    expect(await told(session)).toMatchObject({ days: 7 })
    await setDays(2)
    expect(await told(session)).toMatchObject({ days: 2 })
    const allowed = await allow(session)
    expect([allowed.status, await allowed.json()]).toMatchObject([200, { days: 2, lockKey: expect.any(String) }])
  })

  it('is refused where the account turns it off', async () => {
    await setDays(0)
    const session = await access.api.signIn(operator)
    const refused = await allow(session)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'ACCESS_OFFLINE_OFF' }])
    expect(await told(session)).toMatchObject({ days: 0 })
  })

  it('asks for a proof of the last minutes before a device is told', async () => {
    const session = await access.api.signIn(operator)
    await system(`update session set proven_at = now() - interval '1 hour'`)
    const refused = await allow(session)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'ACCESS_PROOF_REQUIRED' }])
    const proof = await session.request('/api/session/proof', { method: 'POST', json: { password: testPassword } })
    expect(proof.status).toBe(200)
  })

  it('goes by a mark that changes with the password and with the end of the access, and with nothing else', async () => {
    const first = await told(await access.api.signIn(operator))
    await system(`update user_account set last_name = 'Petit', last_login_at = now() where email = '${operator}'`)
    expect(await told(await access.api.signIn(operator))).toEqual(first)
    await system(`update user_account set status = 'inactive' where email = '${operator}'`)
    await system(`update user_account set status = 'active' where email = '${operator}'`)
    const after = await told(await access.api.signIn(operator))
    expect(after?.mark).not.toBe(first?.mark)
    const session = await access.api.signIn(operator)
    const changed = await session.request('/api/password/change', {
      method: 'POST',
      json: { current: testPassword, password: 'Retour-de-cave-26' },
    })
    expect(changed.status).toBeLessThan(300)
    expect((await told(session))?.mark).not.toBe(after?.mark)
  })
})

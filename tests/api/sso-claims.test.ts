// @module-tag slow
import { describe, expect, it } from 'vitest'
import { prepareOpenId } from '#tests/support/sso-world.ts'

const world = prepareOpenId()
const seller = 'store_seller@retailer.example'

describe('what a provider says of a user (CONN-15)', () => {
  const state = async () =>
    (
      await world.owner.query<{ first_name: string; last_name: string; user_type: string; version: number }>(
        `select u.first_name, u.last_name, u.version, m.user_type from user_account u
          join user_module m on m.account_id = u.account_id and m.user_id = u.id where u.email = $1`,
        [seller],
      )
    ).rows[0]!

  it('is followed: the names, where the account names their claims', async () => {
    world.server.describe(seller, { given_name: 'Zoé', family_name: ' Müller ' })
    expect((await world.signIn(seller)).user).toMatchObject({ firstname: 'Zoé', lastname: 'Müller' })
    world.server.describe(seller, { given_name: 'Anna', family_name: '' })
    await world.configure({ fieldClaims: { email: 'email', firstName: null, lastName: 'family_name' } })
    expect((await world.signIn(seller)).user).toMatchObject({ firstname: 'Zoé', lastname: 'Müller' })
    world.server.describe(seller, {})
  })

  it('is followed: the type within the user’s place, by the matches of the role claim', async () => {
    const roles = [
      { value: 'sales', userType: 'store_seller' },
      { value: 'lead', userType: 'store_manager' },
      { value: 'boss', userType: 'admin' },
    ] as const
    await world.configure({ roleClaim: 'groups', roles: [...roles] })
    const signInAs = async (groups: unknown) => {
      world.server.describe(seller, { groups })
      const { status, code, body, cookie } = await world.callback(seller)
      if (status !== 200) return code
      return (await world.login(body['openidSessionId'], cookie)).body['userType']
    }
    expect(await signInAs(['sales', 'boss'])).toBe('store_seller')
    expect(await signInAs(['lead'])).toBe('store_manager')
    expect((await state()).user_type).toBe('store_manager')
    for (const groups of [['boss'], ['other'], [], undefined, 'lead sales'])
      expect(await signInAs(groups)).toBe('ACCESS_SSO_ROLE_MISSING')
    expect((await state()).user_type).toBe('store_manager')
    expect(await signInAs('sales')).toBe('store_seller')
    world.server.describe(seller, {})
  })
})

describe('a role claim', () => {
  const roles = [
    { value: 'lead', userType: 'root_management_unit_manager' },
    { value: 'reader', userType: 'root_management_unit_analyst' },
    { value: 'sales', userType: 'store_seller' },
    { value: 'store', userType: 'store_manager' },
  ] as const
  const signInAs = async (email: string, groups: readonly string[]) => {
    world.server.describe(email, { groups })
    const { user, body } = await world.signIn(email)
    world.server.describe(email, {})
    return user.userType ?? body['code']
  }

  it('takes the account no last user who may write all others', async () => {
    const manager = 'root_management_unit_manager@retailer.example'
    await world.configure({ roleClaim: 'groups', roles: [...roles] })
    const admins = `update user_account set status = $1 where email in ('admin@retailer.example', 'super_admin@retailer.example')`
    await world.owner.query(admins, ['inactive'])
    expect(await signInAs(manager, ['reader'])).toBe('root_management_unit_manager')
    expect(world.api.logLines.join('')).toContain('takes the last manager')
    expect((await world.manager.request('/api/session')).status).toBe(200)
    // Of two such users one may go.
    const second = 'root_management_unit_analyst@retailer.example'
    expect(await signInAs(second, ['lead'])).toBe('root_management_unit_manager')
    expect(await signInAs(second, ['reader'])).toBe('root_management_unit_analyst')
    await world.owner.query(admins, ['active'])
  })

  it('that changes a type ends the other sessions in that module, and one that changes none leaves them', async () => {
    await world.configure({ roleClaim: 'groups', roles: [...roles] })
    const elsewhere = await world.api.signIn(seller)
    expect(await signInAs(seller, ['sales'])).toBe('store_seller')
    expect((await elsewhere.request('/api/session')).status).toBe(200)
    expect(await signInAs(seller, ['store'])).toBe('store_manager')
    expect((await elsewhere.request('/api/session')).status).toBe(401)
    expect(await signInAs(seller, ['sales'])).toBe('store_seller')
  })
})

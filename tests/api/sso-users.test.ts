// @module-tag slow
import { describe, expect, it } from 'vitest'
import { prepareOpenId } from '#tests/support/sso-world.ts'

const world = prepareOpenId()
const seller = 'store_seller@retailer.example'

describe('whom a provider may send', () => {
  it('is an active user of the account', async () => {
    for (const email of ['nobody@retailer.example', 'inactive@retailer.example'])
      expect(await world.callback(email)).toMatchObject({ status: 403, code: 'ACCESS_SSO_USER_UNKNOWN' })
    // Of another account, though the provider says so.
    await world.owner.query(
      `update user_account set email = 'guest@retailer.example' where email = 'admin@other.example'`,
    )
    expect(await world.callback('guest@retailer.example')).toMatchObject({ code: 'ACCESS_SSO_USER_UNKNOWN' })
    await world.owner.query(
      `update user_account set email = 'admin@other.example' where email = 'guest@retailer.example'`,
    )
  })

  it('is no administrator of the platform: who names the provider has rights over this account alone', async () => {
    const refused = { status: 403, code: 'ACCESS_SSO_USER_UNKNOWN' }
    for (const type of ['admin', 'super_admin'])
      expect(await world.callback(`${type}@retailer.example`)).toMatchObject(refused)
    await world.configure({ roleClaim: 'groups', roles: [{ value: 'boss', userType: 'admin' }] })
    world.server.describe('admin@retailer.example', { groups: ['boss'] })
    expect(await world.callback('admin@retailer.example')).toMatchObject(refused)
    world.server.describe('admin@retailer.example', {})
  })

  it('has an e-mail of the account’s domains that the provider does not call unverified', async () => {
    const unfit = { status: 403, code: 'ACCESS_SSO_EMAIL_UNFIT' }
    expect(await world.callback('admin@other.example')).toMatchObject(unfit)
    world.server.describe('odd@retailer.example', { email: 'no-address' })
    expect(await world.callback('odd@retailer.example')).toMatchObject(unfit)
    for (const email_verified of [false, 'false', undefined]) {
      world.server.describe(seller, { email_verified })
      expect(await world.callback(seller), String(email_verified)).toMatchObject(unfit)
    }
    // The account may trust a provider that says nothing, and none that says no.
    await world.configure({ trustsUnverified: true })
    expect(await world.callback(seller)).toMatchObject({ status: 200 })
    world.server.describe(seller, { email_verified: false })
    expect(await world.callback(seller)).toMatchObject(unfit)
    world.server.describe(seller, {})
  })

  it('needs no more than the token of a provider that is trusted without a word on its e-mails', async () => {
    await world.configure({ trustsUnverified: true })
    const whole = { email: seller, given_name: 'Sam', family_name: 'Seller' }
    world.server.behave({ forge: (claims) => ({ ...claims, ...whole }) })
    const asked = () => world.server.calls().filter((path) => path === '/me').length
    const before = asked()
    expect(await world.callback(seller)).toMatchObject({ status: 200 })
    expect(asked() - before).toBe(0)
    await world.configure({ trustsUnverified: false })
    expect(await world.callback(seller)).toMatchObject({ status: 200 })
    expect(asked() - before).toBe(1)
  })

  it('is the subject that signed in first, whatever its e-mail says later (T15)', async () => {
    expect(await world.callback(seller)).toMatchObject({ status: 200 })
    world.server.describe('stranger@retailer.example', { email: seller })
    expect(await world.callback('stranger@retailer.example')).toMatchObject({
      status: 403,
      code: 'ACCESS_SSO_OTHER_SUBJECT',
    })
    // Renamed at the provider, the person is who it was.
    world.server.describe(seller, { email: 'renamed@retailer.example' })
    const renamed = await world.signIn(seller)
    expect([renamed.status, renamed.user.email]).toEqual([200, seller])
    // The office frees the user for another person.
    await world.owner.query(`update user_account set status = 'inactive' where email = $1`, [seller])
    await world.owner.query(`update user_account set status = 'active' where email = $1`, [seller])
    expect(await world.callback('stranger@retailer.example')).toMatchObject({ status: 200 })
    world.server.describe('stranger@retailer.example', {})
    world.server.describe(seller, {})
  })

  it('is who began, where the device says who that was', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const said = (email: string) => ({ ...Object.fromEntries(query), email })
    expect(await world.answer(said('store_manager@retailer.example'), cookie)).toMatchObject({
      status: 403,
      code: 'ACCESS_SSO_OTHER_USER',
    })
    const again = await world.goAndReturn(seller)
    const mine = { ...Object.fromEntries(again.query), email: seller.toUpperCase() }
    expect(await world.answer(mine, again.cookie)).toMatchObject({ status: 200 })
  })

  it('has a module to work in', async () => {
    expect(await world.signIn('nothing@retailer.example')).toMatchObject({ status: 401, code: 'ACCESS_NO_PERMISSIONS' })
  })

  it('is found by the claim that the account names (CONN-15)', async () => {
    await world.configure({ fieldClaims: { email: 'groups', firstName: null, lastName: null } })
    world.server.describe('a-number', { groups: 'Store_Seller@Retailer.Example', email: undefined })
    expect(await world.signIn('a-number')).toMatchObject({ status: 200, user: { email: seller } })
  })
})

describe('what is said of a sign-in elsewhere', () => {
  it('has no secret in it: neither in logs nor in what is stored', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const { body } = await world.answer(query, cookie)
    await world.answer(query, cookie)
    const stored = await world.owner.query('select t::text as row from open_id_sign_in t')
    const said = `${world.api.logLines.join('')}${JSON.stringify(stored.rows)}`
    for (const secret of [query.get('code'), query.get('state'), cookie.split('=')[1], body['openidSessionId'], seller])
      expect(said).not.toContain(secret)
    expect(said).not.toContain(world.server.settings.clientSecret)
    expect(world.api.logLines.join('')).toContain('ACCESS_SSO_CALLBACK_INVALID')
  })

  it('forgets ways that are a day old', async () => {
    await world.begin()
    await world.owner.query(`update open_id_sign_in set created_at = created_at - interval '25 hours'`)
    await world.begin()
    expect((await world.owner.query('select from open_id_sign_in')).rowCount).toBe(1)
  })
})

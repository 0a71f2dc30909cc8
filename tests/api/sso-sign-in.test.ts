// @module-tag slow
import { describe, expect, it } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { testOrigin } from '#tests/support/api.ts'
import { prepareOpenId } from '#tests/support/sso-world.ts'

const world = prepareOpenId()
const seller = 'store_seller@retailer.example'

describe('the way to an identity provider (AUTH-04)', () => {
  it('asks for a code with PKCE, a state and a nonce, for the account’s own callback', async () => {
    const { status, body, cookie } = await world.begin('Retailer.EXAMPLE')
    expect(status).toBe(200)
    const url = new URL(String(body['url']))
    expect(url.origin).toBe(world.server.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'reprise',
      redirect_uri: `${testOrigin}/open-id/${world.rootId}/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^a_/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(cookie).toMatch(/^reprise_open_id=b_/)
    const stored = await world.owner.query('select t::text as row from open_id_sign_in t')
    expect(stored.rows).toHaveLength(1)
    for (const secret of [url.searchParams.get('state')!, cookie.split('=')[1]!])
      expect(JSON.stringify(stored.rows)).not.toContain(secret)
  })

  it('opens for a provider whose document names another issuer than its address, as some do by design', async () => {
    const { configurationEndpoint, clientSecret } = world.server.settings
    const renamed = { configurationEndpoint: `${configurationEndpoint}?policy=b2c`, clientSecret }
    expect((await world.configure(renamed)).status).toBe(200)
    await world.prove('retailer.example')
    world.server.behave({ issuer: 'https://id.other.example' })
    expect((await world.begin()).status).toBe(200)
  })

  it('is refused once the document names another issuer than at the first sign-in, until the secret is set again', async () => {
    const { configurationEndpoint, clientSecret } = world.server.settings
    const settings = { configurationEndpoint: `${configurationEndpoint}?pinned`, clientSecret }
    expect((await world.configure(settings)).status).toBe(200)
    await world.prove('retailer.example')
    // A way that begins proves nothing: only a sign-in says whose issuer it is.
    expect((await world.begin()).status).toBe(200)
    const kept = async () => (await world.owner.query('select issuer, version from sso_configuration')).rows[0]
    const { version } = await kept()
    expect(await kept()).toEqual({ issuer: null, version })
    for (let time = 0; time < 2; time++) expect((await world.signIn(seller)).status).toBe(200)
    // A form that is open stays good.
    expect(await kept()).toEqual({ issuer: world.server.issuer, version })
    world.server.behave({ issuer: 'https://id.other.example' })
    // A document is believed for a quarter of an hour: the same one at another address is read at once.
    await world.owner.query(`update sso_configuration set configuration_endpoint = configuration_endpoint || '&again'`)
    expect(await world.begin()).toMatchObject({ code: 'ACCESS_SSO_CONFIGURATION' })
    expect(
      (await world.configure({ ...settings, configurationEndpoint: `${configurationEndpoint}?pinned&later` })).status,
    ).toBe(200)
    await world.prove('retailer.example')
    expect((await world.begin()).status).toBe(200)
  })

  it('is the same for every address of the domain, and none for another domain', async () => {
    const place = async (domain: string) => {
      const { status, code, body } = await world.begin(domain)
      return [status, code ?? new URL(String(body['url'])).pathname]
    }
    expect(await place('retailer.example')).toEqual([200, '/auth'])
    for (const domain of ['other.example', 'sub.retailer.example', 'retailer.example.evil.example'])
      expect(await place(domain)).toEqual([422, 'ACCESS_SSO_NOT_CONFIGURED'])
  })

  it('does not exist while the configuration or the account rests', async () => {
    await world.configure({ status: 'inactive', clientSecret: undefined })
    expect(await world.begin()).toMatchObject({ status: 422, code: 'ACCESS_SSO_NOT_CONFIGURED' })
    await world.configure({ clientSecret: undefined })
    expect((await world.begin()).status).toBe(200)
    await world.owner.query(`update account set status = 'inactive' where id = $1`, [world.api.accounts.retailer.id])
    expect(await world.begin()).toMatchObject({ code: 'ACCESS_SSO_NOT_CONFIGURED' })
    await world.owner.query(`update account set status = 'active' where id = $1`, [world.api.accounts.retailer.id])
  })

  it('says whether the provider is away, or not what its configuration says (AUTH-13)', async () => {
    const fresh = { clientId: 'asked-anew' }
    await world.configure(fresh)
    for (const manner of [{ isAway: true }, { status: 503 }]) {
      world.server.behave(manner)
      expect(await world.begin()).toMatchObject({ status: 409, code: 'ACCESS_SSO_UNREACHABLE' })
    }
    world.server.behave({ status: 404 })
    expect(await world.begin()).toMatchObject({ status: 409, code: 'ACCESS_SSO_CONFIGURATION' })
    world.server.behave({})
    expect((await world.begin()).status).toBe(200)
  })

  it('has a limit for each address', async () => {
    const { attempts } = throttleLimits.openIdByAddress
    await world.begin('nothing.example')
    await world.owner.query('update throttle set hits = $1', [attempts])
    expect(await world.begin()).toMatchObject({ status: 429, code: 'ACCESS_THROTTLED' })
  })

  it('asks for the provider’s document once, however many go there', async () => {
    await world.configure({ clientId: 'reprise-again' })
    const before = world.server.calls().filter((path) => path.includes('.well-known')).length
    for (let time = 0; time < 3; time++) await world.begin()
    expect(world.server.calls().filter((path) => path.includes('.well-known')).length - before).toBe(1)
  })
})

describe('signing in with the organisation (AUTH-03, AUTH-05)', () => {
  it('answers with the user, as a sign-in with a password does', async () => {
    const deviceId = '019a6410-0000-7000-8000-0000000000aa'
    const { status, user, cookie } = await world.signIn('both@retailer.example', {
      module: 'tim',
      deviceId,
      grantModules: ['root', 'rps'],
    })
    expect(status).toBe(200)
    expect(user).toMatchObject({
      email: 'both@retailer.example',
      viaOpenid: true,
      module: 'tim',
      apiToken: 'cookie',
      grant: { deviceId, module: 'tim' },
      moreGrants: [{ deviceId, module: 'root' }],
    })
    const session = await world.api.request('/api/session', { headers: { cookie } })
    expect(await session.json()).toMatchObject({ email: 'both@retailer.example', viaOpenid: true })
  })

  it('tells where a sign-out goes on to: the provider, and back to this app (AUTH-10)', async () => {
    const { user } = await world.signIn(seller)
    const address = new URL(user.openIdLogoutAddress ?? '')
    expect(address.origin).toBe(world.server.issuer)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'reprise',
      post_logout_redirect_uri: `${testOrigin}/open-id/logout`,
    })
  })

  it('lets in who has no password to sign in with (AUTH-12)', async () => {
    await world.configure({ domains: ['retailer.example', 'sso.example'] })
    const force = `update user_account set force_sso = $1 where email = 'forced@retailer.example'`
    await world.owner.query(force, [true])
    expect(await world.signIn('forced@retailer.example')).toMatchObject({ status: 200 })
    const given = { email: 'forced@retailer.example', password: 'Reprise-2026' }
    const byPassword = await world.api.request('/api/login', { method: 'POST', json: given })
    expect(await byPassword.json()).toMatchObject({ code: 'ACCESS_SSO_REQUIRED' })
    await world.owner.query(force, [false])
  })

  it('takes the place of the session that the browser has', async () => {
    const first = await world.signIn(seller)
    const { query, cookie } = await world.goAndReturn(seller)
    const back = await world.answer(query, cookie)
    const second = await world.login(back.body['openidSessionId'], `${cookie}; ${first.cookie}`)
    expect(second.status).toBe(200)
    const statusOf = async (session: string) =>
      (await world.api.request('/api/session', { headers: { cookie: session } })).status
    expect([await statusOf(first.cookie), await statusOf(second.cookie)]).toEqual([401, 200])
  })

  it('may be under way in two tabs of one browser', async () => {
    const one = await world.begin()
    const two = await world.begin('retailer.example', one.cookie)
    expect(two.cookie).toBe(one.cookie)
    const { signInAtProvider } = await import('#tests/support/openid-server.ts')
    for (const { body } of [two, one]) {
      const { searchParams } = await signInAtProvider(String(body['url']), seller)
      expect(await world.answer(searchParams, one.cookie)).toMatchObject({ status: 200 })
    }
  })

  it('needs both halves of what it signs in with', async () => {
    const only = (json: object) => world.api.request('/api/login', { method: 'POST', json })
    expect(await (await only({ openidSessionId: 'x' })).json()).toMatchObject({ field: 'organizationId' })
    expect(await (await only({ organizationId: world.rootId })).json()).toMatchObject({ field: 'openidSessionId' })
  })
})

describe('a way that is not gone to its end', () => {
  const refusal = { status: 403, code: 'ACCESS_SSO_CALLBACK_INVALID' }

  it('takes one answer, and a state of its own alone', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const strange = new URLSearchParams({ ...Object.fromEntries(query), state: `a_${'x'.repeat(43)}` })
    expect(await world.answer(strange, cookie)).toMatchObject(refusal)
    expect(await world.answer(query, cookie)).toMatchObject({ status: 200 })
    expect(await world.answer(query, cookie)).toMatchObject(refusal)
  })

  it('takes none that comes at the same time', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const answers = await Promise.all([1, 2, 3].map(() => world.answer(query, cookie)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  })

  it('signs nobody in from another browser: the answer’s address alone is worth nothing', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const other = (await world.begin()).cookie
    for (const foreign of ['', other, 'reprise_open_id=x'])
      expect(await world.answer(query, foreign)).toMatchObject(refusal)
    const { body } = await world.answer(query, cookie)
    for (const foreign of ['', other])
      expect(await world.login(body['openidSessionId'], foreign)).toMatchObject(refusal)
    expect(await world.login(body['openidSessionId'], cookie)).toMatchObject({ status: 200 })
  })

  it('is over after ten minutes, and what it gave after one', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    world.clock = new Date(world.clock.getTime() + lifetimes.openIdWayMs)
    expect(await world.answer(query, cookie)).toMatchObject(refusal)
    world.clock = new Date()
    const second = await world.callback(seller)
    world.clock = new Date(world.clock.getTime() + lifetimes.openIdTicketMs)
    expect(await world.login(second.body['openidSessionId'], second.cookie)).toMatchObject(refusal)
  })

  it('signs in once', async () => {
    const { body, cookie } = await world.callback(seller)
    const answers = await Promise.all([1, 2, 3].map(() => world.login(body['openidSessionId'], cookie)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  })

  it('is worth nothing to another organisation', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    const { other } = world.api.accounts
    const elsewhere = { status: 422, code: 'ACCESS_SSO_NOT_CONFIGURED' }
    expect(await world.answer(query, cookie, other.rootId)).toMatchObject(elsewhere)
    expect(await world.answer(query, cookie, world.api.accounts.retailer.northStoreId)).toMatchObject(elsewhere)
    const { body } = await world.answer(query, cookie)
    expect(await world.login(body['openidSessionId'], cookie, { organizationId: other.rootId })).toMatchObject(
      elsewhere,
    )
  })

  it('ends with the configuration', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    await world.configure({ status: 'inactive' })
    expect(await world.answer(query, cookie)).toMatchObject({ code: 'ACCESS_SSO_NOT_CONFIGURED' })
  })

  it.each([
    ['access_denied', 403, 'ACCESS_SSO_DENIED'],
    ['login_required', 403, 'ACCESS_SSO_DENIED'],
    ['invalid_scope', 409, 'ACCESS_SSO_CONFIGURATION'],
    ['temporarily_unavailable', 409, 'ACCESS_SSO_UNREACHABLE'],
  ])('says why the provider sends nobody: %s (AUTH-13)', async (error, status, code) => {
    const { body, cookie } = await world.begin()
    const state = new URL(String(body['url'])).searchParams.get('state') ?? ''
    expect(await world.answer({ state, error }, cookie)).toMatchObject({ status, code })
    expect(await world.answer({ state, error }, cookie)).toMatchObject(refusal)
  })
})

describe('an answer that proves nobody', () => {
  const nobody = { status: 403, code: 'ACCESS_SSO_CALLBACK_INVALID' }

  it.each([
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'another' })],
    ['no nonce', (claims: object) => ({ ...claims, nonce: undefined })],
    ['another audience', (claims: object) => ({ ...claims, aud: 'somebody-else' })],
    ['another issuer', (claims: object) => ({ ...claims, iss: 'https://evil.example' })],
    ['an end in the past', (claims: object) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
  ])('has %s', async (_, forge) => {
    world.server.behave({ forge })
    expect(await world.callback(seller)).toMatchObject(nobody)
  })

  it.each(['other', 'none'] as const)('is signed by %s key', async (key) => {
    world.server.behave({ forge: (claims) => claims, key })
    expect(await world.callback(seller)).toMatchObject(nobody)
  })

  it('passes where the token is the provider’s own, signed again', async () => {
    world.server.behave({ forge: (claims) => claims, key: 'own' })
    expect(await world.callback(seller)).toMatchObject({ status: 200 })
  })

  it('has a code of another user’s way', async () => {
    const [mine, theirs] = [await world.goAndReturn(seller), await world.goAndReturn('admin@retailer.example')]
    const mixed = new URLSearchParams({ ...Object.fromEntries(mine.query), code: theirs.query.get('code') ?? '' })
    expect(await world.answer(mixed, mine.cookie)).toMatchObject(nobody)
  })

  it('comes to the top of the tree alone, not to a warehouse beside it', async () => {
    const { warehouseId } = world.api.accounts.retailer
    await world.owner.query('update organization set parent_organization_id = null where id = $1', [warehouseId])
    const { query, cookie } = await world.goAndReturn(seller)
    expect(await world.answer(query, cookie, warehouseId)).toMatchObject({ code: 'ACCESS_SSO_NOT_CONFIGURED' })
    expect(await world.answer(query, cookie)).toMatchObject({ status: 200 })
  })

  it('comes with a client that the provider refuses: the configuration is wrong', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    await world.configure({ clientSecret: 'another secret' })
    expect(await world.answer(query, cookie)).toMatchObject({ status: 409, code: 'ACCESS_SSO_CONFIGURATION' })
  })

  it('comes while the provider is away, and can be begun again', async () => {
    const { query, cookie } = await world.goAndReturn(seller)
    world.server.behave({ isAway: true })
    expect(await world.answer(query, cookie)).toMatchObject({ status: 409, code: 'ACCESS_SSO_UNREACHABLE' })
    world.server.behave({})
    expect(await world.signIn(seller)).toMatchObject({ status: 200 })
  })
})

// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { SsoCheckAnswer } from '#sync/calls/sso.ts'
import { testOrigin, type TestSession } from '#tests/support/api.ts'
import { prepareOpenId } from '#tests/support/sso-world.ts'

const world = prepareOpenId()
const path = () => `/api/organizations/${world.rootId}/sso`
const whole = async () => {
  const {
    version: _v,
    organizationId: _o,
    hasClientSecret: _h,
    proofs: _p,
    redirectUri: _r,
    afterSignOutUri: _a,
    ...rest
  } = await world.read()
  return rest
}
const put = async (json: object, { by = world.manager, version = '', to = path() } = {}) => {
  const headers: Record<string, string> = version === '' ? {} : { 'if-match': version }
  const response = await by.request(to, { method: 'PUT', json, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const check = async (configurationEndpoint: string, by: TestSession = world.manager) => {
  const response = await by.request(`${path()}/check`, { method: 'POST', json: { configurationEndpoint } })
  return (await response.json()) as SsoCheckAnswer & { readonly code?: string }
}

describe('the SSO configuration of an account (CONN-15)', () => {
  it('is empty with the usual values before the first, and names the addresses that a provider has to know', async () => {
    await world.owner.query('delete from sso_configuration')
    const response = await world.manager.request(path())
    expect(response.headers.get('etag')).toBe('"0"')
    expect(await response.json()).toEqual({
      version: 0,
      organizationId: world.rootId,
      status: 'inactive',
      domains: [],
      clientId: '',
      hasClientSecret: false,
      configurationEndpoint: '',
      scope: 'openid email profile',
      fieldClaims: { email: 'email', firstName: 'given_name', lastName: 'family_name' },
      roleClaim: null,
      proofs: [],
      trustsUnverified: false,
      roles: [],
      redirectUri: `${testOrigin}/open-id/${world.rootId}/callback`,
      afterSignOutUri: `${testOrigin}/open-id/logout`,
    })
  })

  it('is stored whole, and its secret is sealed and in no answer', async () => {
    const roles = [{ value: 'sales', userType: 'store_seller' }] as const
    const response = await world.configure({
      roleClaim: 'groups',
      roles: [...roles],
      domains: ['a.example', 'b.example'],
    })
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 'active',
      domains: ['a.example', 'b.example'],
      hasClientSecret: true,
      roleClaim: 'groups',
      roles,
    })
    const secret = world.server.settings.clientSecret ?? ''
    const stored = await world.owner.query('select c::text as row, client_secret from sso_configuration c')
    expect(stored.rows).toHaveLength(1)
    for (const said of [
      text,
      JSON.stringify(await world.read()),
      JSON.stringify(stored.rows),
      world.api.logLines.join(''),
    ])
      expect(said).not.toContain(secret)
    expect((stored.rows[0] as { client_secret: Buffer }).client_secret.includes(secret)).toBe(false)
  })

  it('keeps a secret that is not given, but not for another address', async () => {
    const sso = await whole()
    expect(await put({ ...sso, clientId: 'other-client' })).toMatchObject({
      status: 200,
      body: { hasClientSecret: true },
    })
    const away = { ...sso, configurationEndpoint: 'https://evil.example/.well-known/openid-configuration' }
    expect(await put(away)).toMatchObject({ status: 422, body: { code: 'SSO_SECRET_REQUIRED', field: 'clientSecret' } })
    expect((await world.read()).configurationEndpoint).toBe(sso.configurationEndpoint)
  })

  it('cannot begin without a secret', async () => {
    const sso = await whole()
    await world.owner.query('delete from sso_configuration')
    expect(await put(sso)).toMatchObject({ status: 422, body: { code: 'SSO_SECRET_REQUIRED' } })
  })

  it('is not changed over a change that nobody saw', async () => {
    const { version } = await world.read()
    const sso = await whole()
    const answers = await Promise.all(
      [1, 2, 3].map(() => put({ ...sso, clientId: 'raced' }, { version: `"${version}"` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
    expect(await put(sso, { version: `"${version}"` })).toMatchObject({
      status: 412,
      body: { code: 'REQUEST_VERSION_CONFLICT', details: { version: version + 1 } },
    })
    await world.owner.query('delete from sso_configuration')
    const secret = { clientSecret: 'a secret that is long enough' }
    const first = await Promise.all([1, 2].map(() => put({ ...sso, ...secret }, { version: '"0"' })))
    expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  it('takes no domain of another account, and changes nothing then', async () => {
    const other = await world.api.signIn('admin@other.example')
    const theirs = `/api/organizations/${world.api.accounts.other.rootId}/sso`
    const sso = { ...(await whole()), clientSecret: 'a secret of theirs' }
    expect(await put({ ...sso, domains: ['theirs.example'] }, { by: other, to: theirs })).toMatchObject({ status: 200 })
    // Naming it keeps it from nobody; having proven it does.
    expect(await put({ ...sso, domains: ['retailer.example', 'theirs.example'] })).toMatchObject({ status: 200 })
    expect(await put({ ...sso, domains: ['retailer.example'] })).toMatchObject({ status: 200 })
    await world.prove('theirs.example')
    const before = await world.read()
    expect(await put({ ...sso, clientId: 'changed', domains: ['new.example', 'theirs.example'] })).toMatchObject({
      status: 409,
      body: { code: 'SSO_DOMAIN_TAKEN', field: 'domains' },
    })
    expect(await world.read()).toEqual(before)
    // A domain that its account gives up is free.
    expect(await put({ ...sso, domains: ['third.example'] }, { by: other, to: theirs })).toMatchObject({ status: 200 })
    expect(await put({ ...sso, domains: ['theirs.example'] })).toMatchObject({ status: 200 })
    await world.owner.query('delete from sso_configuration')
  })

  it('takes no domain under which another account has active users, and changes nothing then', async () => {
    const sso = await whole()
    const before = await world.read()
    const used = { status: 409, body: { code: 'SSO_DOMAIN_IN_USE', field: 'domains' } }
    for (const domains of [['other.example'], ['new.example', 'other.example']])
      expect(await put({ ...sso, domains })).toMatchObject(used)
    expect(await put({ ...sso, status: 'inactive', domains: ['other.example'] })).toMatchObject(used)
    expect(await world.read()).toEqual(before)
    const rest = `update user_account set status = $1 where email in ('manager@other.example', 'operator@other.example')`
    await world.owner.query(rest, ['inactive'])
    const withTheirs = { ...sso, status: 'inactive', domains: ['retailer.example', 'other.example'] }
    expect(await put(withTheirs)).toMatchObject({ status: 200 })
    await world.owner.query(rest, ['active'])
    // What is kept for later is looked at again before it is at work; what is at work stays.
    expect(await put({ ...withTheirs, clientId: 'changed' })).toMatchObject({ status: 200 })
    expect(await put({ ...withTheirs, status: 'active' })).toMatchObject(used)
    await world.owner.query(rest, ['inactive'])
    expect(await put({ ...withTheirs, status: 'active' })).toMatchObject({ status: 200 })
    await world.owner.query(rest, ['active'])
    expect(await put({ ...withTheirs, status: 'active', clientId: 'again' })).toMatchObject({ status: 200 })
  })

  it('takes no domain of a linked account once the link rests, but the platform grants it (T16)', async () => {
    const sso = { ...(await whole()), status: 'active' }
    const [{ email }] = (await world.owner.query(`select email from user_account where email like 'buyer_manager@%'`))
      .rows
    const domain = email.split('@')[1]
    const wish = { ...sso, clientSecret: 'a secret', domains: [domain] }
    const link = 'update account_link set status = $1'
    await world.owner.query('delete from sso_configuration')
    await world.owner.query(link, ['inactive'])
    expect(await put(wish)).toMatchObject({ status: 409, body: { code: 'SSO_DOMAIN_IN_USE' } })
    const grant = async (by: TestSession, granted: string) => {
      const answer = await by.request(`${path()}/domain-grant`, { method: 'POST', json: { domain: granted } })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    expect(await grant(world.manager, domain)).toMatchObject({
      status: 403,
      body: { code: 'ACCESS_PERMISSION_MISSING' },
    })
    const admin = await world.api.signIn('admin')
    expect(await put({ ...wish, domains: ['elsewhere.example'] })).toMatchObject({ status: 200 })
    expect(await grant(admin, 'gmail.com')).toMatchObject({ status: 422 })
    expect(await grant(admin, domain)).toMatchObject({ status: 200 })
    expect(await put(wish)).toMatchObject({ status: 200 })
    await world.owner.query(link, ['active'])
    expect((await world.read()).proofs.find((one) => one.domain === domain)).toMatchObject({ proof: 'platform' })
  })

  it('keeps whether unverified addresses are trusted where a change does not say it', async () => {
    const { trustsUnverified: _, ...rest } = await whole()
    expect((await put({ ...rest, trustsUnverified: true })).body['trustsUnverified']).toBe(true)
    expect((await put(rest)).body['trustsUnverified']).toBe(true)
    expect((await put({ ...rest, trustsUnverified: false })).body['trustsUnverified']).toBe(false)
    expect((await put(rest)).body['trustsUnverified']).toBe(false)
  })

  it('forgets who users are at the provider once the account is another client there, or has another one', async () => {
    const email = 'store_seller@retailer.example'
    const bound = async () => (await world.owner.query<object>('select subject from sso_identity')).rows
    const callbackAs = (sub: string) => {
      world.server.behave({ forge: (claims) => ({ ...claims, sub, email, given_name: 'Sam', family_name: 'Seller' }) })
      return world.callback(email)
    }
    await world.configure({ trustsUnverified: true })
    expect(await callbackAs('of-the-first-client')).toMatchObject({ status: 200 })
    await world.configure({ trustsUnverified: true, clientSecret: undefined, scope: 'openid email' })
    expect(await callbackAs('of-the-next-client')).toMatchObject({ status: 403, code: 'ACCESS_SSO_OTHER_SUBJECT' })
    await world.configure({ clientId: 'another-client' })
    expect(await bound()).toEqual([])
    await world.configure({ trustsUnverified: true })
    expect(await callbackAs('of-the-next-client')).toMatchObject({ status: 200 })
    const configurationEndpoint = `${world.server.issuer}/elsewhere/.well-known/openid-configuration`
    expect((await world.configure({ configurationEndpoint })).status).toBe(200)
    expect(await bound()).toEqual([])
  })

  it('takes no domain of a public mail provider (T16)', async () => {
    const sso = await whole()
    for (const domain of ['gmail.com', 'Orange.FR', 't-online.de'])
      expect(await put({ ...sso, domains: ['retailer.example', domain] })).toMatchObject({
        status: 422,
        body: { field: 'domains' },
      })
  })

  it('proves a domain by its TXT record, and nobody signs in by it before (T16)', async () => {
    const sso = await whole()
    expect(await put({ ...sso, domains: ['retailer.example', 'shop.example', 'void.example'] })).toMatchObject({
      status: 200,
    })
    const prove = async (domain: string) => {
      const answer = await world.manager.request(`${path()}/domain-proof`, { method: 'POST', json: { domain } })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const begins = async (domain: string) => (await world.begin(domain)).status
    const record = (await world.read()).proofs.find((one) => one.domain === 'shop.example')!.record
    expect(record.name).toBe('_reprise.shop.example')
    expect(await prove('shop.example')).toMatchObject({ status: 409, body: { code: 'SSO_DOMAIN_UNPROVED' } })
    world.dns.records.set(record.name, ['v=spf1 -all', `${record.value}x`])
    expect(await prove('shop.example')).toMatchObject({ status: 409, body: { code: 'SSO_DOMAIN_UNPROVED' } })
    expect(await begins('shop.example')).toBe(422)
    world.dns.records.set(record.name, ['v=spf1 -all', record.value])
    expect(await prove('shop.example')).toMatchObject({ status: 200 })
    expect((await world.read()).proofs.find((one) => one.domain === 'shop.example')).toMatchObject({ proof: 'dns' })
    expect(await begins('shop.example')).toBe(200)
    expect(await begins('void.example')).toBe(422)
    expect(await prove('unnamed.example')).toMatchObject({ status: 404 })
    world.dns.records.set('_reprise.void.example', 'broken')
    expect(await prove('void.example')).toMatchObject({ status: 409, body: { code: 'SSO_DNS_UNREACHABLE' } })
  })

  it('loses no domain whose users may sign in through it alone', async () => {
    const sso = await whole()
    const force = `update user_account set force_sso = $1 where email = 'forced@retailer.example'`
    await world.owner.query(force, [true])
    const refused = (field: string) => ({
      status: 409,
      body: { code: 'SSO_USERS_FORCED', field, details: { users: 1 } },
    })
    expect(await put({ ...sso, status: 'inactive' })).toMatchObject(refused('status'))
    expect(await put({ ...sso, domains: ['a.example'] })).toMatchObject(refused('domains'))
    expect(await put({ ...sso, domains: ['a.example', 'retailer.example'] })).toMatchObject({ status: 200 })
    await world.owner.query(force, [false])
    expect(await put({ ...sso, status: 'inactive' })).toMatchObject({ status: 200 })
  })

  it('refuses what does not fit, by field (CONN-16)', async () => {
    const sso = await whole()
    for (const [change, field, key] of [
      [{ domains: ['no domain'] }, 'domains.0', 'SSO_DOMAIN_INVALID'],
      [{ clientId: 'x' }, 'clientId', 'FORM_REQUIRED_BETWEEN'],
      [{ clientSecret: '1234567' }, 'clientSecret', 'FORM_REQUIRED_BETWEEN'],
      [{ scope: 'x'.repeat(256) }, 'scope', 'FORM_REQUIRED_BETWEEN'],
      [{ configurationEndpoint: 'https://id.example' }, 'configurationEndpoint', 'SSO_ENDPOINT_INVALID'],
      [{ roleClaim: 'groups' }, 'roles', 'SSO_ROLES_REQUIRED'],
    ] as const)
      expect(await put({ ...sso, ...change })).toMatchObject({
        status: 422,
        body: { code: 'REQUEST_INVALID', field, details: { key } },
      })
    expect(await put({ ...sso, unknown: 1 })).toMatchObject({ status: 400, body: { code: 'REQUEST_UNKNOWN_FIELD' } })
    expect(await whole()).toEqual(sso)
  })

  it('names no address that this installation does not call', async () => {
    const sso = { ...(await whole()), clientSecret: 'a secret that is long enough' }
    for (const host of ['http://id.example', 'https://127.0.0.1', 'https://[::1]', 'https://169.254.169.254'])
      expect(await put({ ...sso, configurationEndpoint: `${host}/.well-known/openid-configuration` })).toMatchObject({
        status: 422,
        body: { code: 'SSO_ENDPOINT_NOT_ALLOWED', field: 'configurationEndpoint' },
      })
  })
})

describe('trying the address of a provider (CONN-15)', () => {
  it('says what is found there, and stores nothing', async () => {
    const before = await world.read()
    expect(await check(world.server.settings.configurationEndpoint)).toMatchObject({
      fault: null,
      issuer: world.server.issuer,
      canSignOut: true,
      scopes: expect.arrayContaining(['openid', 'email']),
      claims: expect.arrayContaining(['email', 'groups']),
    })
    expect(await world.read()).toEqual(before)
  })

  it('says what is wrong with it', async () => {
    const nothing = { issuer: null, canSignOut: false, scopes: null, claims: null }
    const address = world.server.settings.configurationEndpoint
    world.server.behave({ status: 404 })
    expect(await check(address)).toEqual({ fault: 'not_a_document', ...nothing })
    world.server.behave({ isAway: true })
    expect(await check(address)).toEqual({ fault: 'unreachable', ...nothing })
    world.server.behave({ issuer: 'https://id.other.example' })
    expect(await check(address)).toEqual({ fault: 'other_issuer', ...nothing })
    world.server.behave({})
    expect(await check(`${world.server.issuer}/.well-known/nothing`)).toEqual({ fault: 'not_a_document', ...nothing })
    expect(await check('https://localhost/.well-known/openid-configuration')).toEqual({
      fault: 'not_allowed',
      ...nothing,
    })
    expect(await check('https://id.example')).toMatchObject({ code: 'REQUEST_INVALID' })
  })
})

describe('permissions of the SSO configuration', () => {
  it('let an analyst read and nobody below look', async () => {
    const analyst = await world.api.signIn('root_management_unit_analyst')
    const sso = await whole()
    expect((await world.read(analyst)).version).toBeGreaterThan(0)
    expect(await put(sso, { by: analyst })).toMatchObject({ status: 403, body: { code: 'ACCESS_PERMISSION_MISSING' } })
    expect(await check('https://id.example/.well-known/x', analyst)).toMatchObject({
      code: 'ACCESS_PERMISSION_MISSING',
    })
    for (const type of ['store_manager', 'warehouse_manager', 'management_unit_manager'])
      expect((await (await world.api.signIn(type)).request(path())).status).toBe(403)
  })

  it('end at the account, and at the top of its tree', async () => {
    const sso = await whole()
    const elsewhere = `/api/organizations/${world.api.accounts.other.rootId}/sso`
    expect((await world.manager.request(elsewhere)).status).toBe(404)
    expect(await put(sso, { to: elsewhere })).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } })
    // The platform sets it up for any client.
    const platform = await world.api.signIn('admin@other.example')
    expect((await world.read(platform)).version).toBeGreaterThan(0)
    const store = `/api/organizations/${world.api.accounts.retailer.northStoreId}/sso`
    expect((await world.manager.request(store)).status).toBe(404)
    expect(await put(sso, { to: store })).toMatchObject({ status: 404 })
    // A warehouse may stand beside the tree, where nothing is above it either.
    const { warehouseId } = world.api.accounts.retailer
    await world.owner.query('update organization set parent_organization_id = null where id = $1', [warehouseId])
    const beside = `/api/organizations/${warehouseId}/sso`
    expect((await world.manager.request(beside)).status).toBe(404)
    expect(await put(sso, { to: beside })).toMatchObject({ status: 404 })
    const tried = await world.manager.request(`${elsewhere}/check`, {
      method: 'POST',
      json: { configurationEndpoint: 'https://id.example/.well-known/x' },
    })
    expect(tried.status).toBe(404)
  })
})

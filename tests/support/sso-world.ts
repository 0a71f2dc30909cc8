import type pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { usualSso, type SsoConfiguration } from '#domain/sso/sso-configuration.schema.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { SsoAnswer } from '#sync/calls/sso.ts'
import { cookieOf, createTestApi, testOrigin, type TestApi, type TestSession } from './api.ts'
import { startDnsServer, type DnsServer } from './dns-server.ts'
import { connectAsOwner } from './factories.ts'
import { signInAtProvider, startOpenIdServer, type OpenIdServer } from './openid-server.ts'

/** What a call about signing in answers, with the cookie that it sets. */
export interface OpenIdReply {
  readonly status: number
  readonly code: string | undefined
  readonly body: Record<string, unknown>
  readonly cookie: string
}

/** A retailer whose domain signs in with an identity provider, over HTTP on both sides. */
export interface OpenIdWorld {
  readonly api: TestApi
  readonly owner: pg.Client
  readonly server: OpenIdServer
  readonly dns: DnsServer
  readonly rootId: string
  clock: Date
  readonly manager: TestSession
  /** Stores the configuration; what is not said is as it should be. */
  configure(change?: Partial<SsoConfiguration>, by?: TestSession): Promise<Response>
  /** Grants a stored domain, as the platform would. */
  prove(domain: string): Promise<void>
  read(by?: TestSession): Promise<SsoAnswer>
  begin(domain?: string, cookie?: string): Promise<OpenIdReply>
  answer(query: URLSearchParams | Record<string, string>, cookie: string, organizationId?: string): Promise<OpenIdReply>
  login(openidSessionId: unknown, cookie: string, rest?: object): Promise<OpenIdReply>
  /** Goes to the provider and back; answers what the callback is given. */
  goAndReturn(email: string): Promise<{ readonly query: URLSearchParams; readonly cookie: string }>
  /** The whole way, to the answer of the callback. */
  callback(email: string): Promise<OpenIdReply>
  /** The whole way, to the signed-in user. */
  signIn(email: string, rest?: object): Promise<OpenIdReply & { readonly user: AuthenticatedUser }>
}

/** Prepares it for the tests of a file; each begins with the provider and the configuration as they should be. */
export function prepareOpenId(): OpenIdWorld {
  const hosts: string[] = []
  let api: TestApi
  let owner: pg.Client
  let server: OpenIdServer
  let dns: DnsServer
  let manager: TestSession
  beforeAll(async () => {
    dns = await startDnsServer()
    api = await createTestApi({ openIdHosts: hosts, dnsServers: [dns.address], now: () => world.clock })
    owner = await connectAsOwner(api.testDatabase.ownerUrl)
    // Nobody depends on the provider, so that a domain may be given up.
    await owner.query('update user_account set force_sso = false')
    server = await startOpenIdServer()
    hosts.push(server.host)
    manager = await api.signIn('root_management_unit_manager')
    const { redirectUri, afterSignOutUri } = await world.read()
    server.register({ redirectUri, afterSignOutUri })
  })
  beforeEach(async () => {
    world.clock = new Date()
    server.behave({})
    await owner.query('delete from throttle')
    await owner.query('delete from open_id_sign_in')
    // A test that has made the account inactive has ended the session for good.
    manager = await api.signIn('root_management_unit_manager')
    await owner.query('delete from sso_configuration where account_id = $1', [api.accounts.retailer.id])
    const response = await world.configure()
    if (response.status !== 200) throw new Error(await response.text())
    await owner.query('delete from sso_identity')
    await prove('retailer.example')
  })
  afterAll(async () => {
    await server.close()
    await dns.close()
    await owner.end()
    await api.close()
  })

  /** Grants a domain that is stored, as the platform would. */
  const prove = async (domain: string) =>
    void (await owner.query(`update sso_domain set proof = 'platform', proved_at = now() where domain = $1`, [domain]))

  const reply = async (response: Response): Promise<OpenIdReply> => {
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, code: body['code'] as string | undefined, body, cookie: cookieOf(response) }
  }
  const post = async (path: string, json: unknown, cookie: string) =>
    reply(await api.request(path, { method: 'POST', json, headers: { origin: testOrigin, cookie } }))

  const world: OpenIdWorld = {
    get api() {
      return api
    },
    get owner() {
      return owner
    },
    get server() {
      return server
    },
    get dns() {
      return dns
    },
    get rootId() {
      return api.accounts.retailer.rootId
    },
    get manager() {
      return manager
    },
    clock: new Date(),
    configure: (change = {}, by = manager) =>
      by.request(`/api/organizations/${api.accounts.retailer.rootId}/sso`, {
        method: 'PUT',
        json: {
          status: 'active',
          domains: ['retailer.example'],
          trustsUnverified: false,
          roleClaim: null,
          roles: [],
          ...usualSso,
          ...server.settings,
          ...change,
        },
      }),
    prove,
    read: async (by = manager) =>
      (await (await by.request(`/api/organizations/${api.accounts.retailer.rootId}/sso`)).json()) as SsoAnswer,
    begin: async (domain = 'retailer.example', cookie = '') =>
      reply(await api.request(`/api/open-id/authorization-url?domain=${domain}`, { headers: { cookie } })),
    answer: (query, cookie, organizationId = api.accounts.retailer.rootId) =>
      post(`/api/open-id/${organizationId}/callback`, Object.fromEntries(new URLSearchParams(query)), cookie),
    login: (openidSessionId, cookie, rest = {}) =>
      post('/api/login', { organizationId: api.accounts.retailer.rootId, openidSessionId, ...rest }, cookie),
    goAndReturn: async (email) => {
      const { status, body, cookie } = await world.begin()
      if (status !== 200) throw new Error(JSON.stringify(body))
      const { searchParams } = await signInAtProvider(String(body['url']), email)
      return { query: searchParams, cookie }
    },
    callback: async (email) => {
      const { query, cookie } = await world.goAndReturn(email)
      return { ...(await world.answer(query, cookie)), cookie }
    },
    signIn: async (email, rest = {}) => {
      const { body, cookie } = await world.callback(email)
      const signedIn = await world.login(body['openidSessionId'], cookie, rest)
      return { ...signedIn, user: signedIn.body as unknown as AuthenticatedUser }
    },
  }
  return world
}

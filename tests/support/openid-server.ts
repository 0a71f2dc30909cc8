import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { SsoConfiguration } from '#domain/sso/sso-configuration.schema.ts'

/** What a token says before it is signed again. */
export type TokenClaims = Record<string, unknown>

/** How the provider behaves: as it should, or with tokens that are not what they should be, ill, or away. */
export interface ProviderManner {
  /** Changes the ID token; signed by the provider's own key unless `key` says otherwise. */
  readonly forge?: (claims: TokenClaims) => TokenClaims
  readonly key?: 'own' | 'other' | 'none'
  /** The issuer that its document names, in place of its own. */
  readonly issuer?: string
  /** Answers every call with this status. */
  readonly status?: number
  /** Breaks off every call. */
  readonly isAway?: boolean
}

/** An identity provider on a port of its own: people sign in there by any password. */
export interface OpenIdServer {
  readonly issuer: string
  readonly host: string
  /** What an account stores of it. */
  readonly settings: Pick<SsoConfiguration, 'configurationEndpoint' | 'clientId' | 'clientSecret' | 'scope'>
  /** Takes our client on, whose users it sends back to the named addresses alone. */
  register(addresses: { readonly redirectUri: string; readonly afterSignOutUri: string }): void
  behave(manner: ProviderManner): void
  /** What it says of a user beside the e-mail. */
  describe(email: string, claims: TokenClaims): void
  /** Calls of the server, by path. */
  calls(): readonly string[]
  close(): Promise<void>
}

export async function startOpenIdServer(): Promise<OpenIdServer> {
  let manner: ProviderManner = {}
  const told = new Map<string, TokenClaims>()
  const calls: string[] = []
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const kid = randomUUID()
  let answer: ReturnType<Provider['callback']> = () => undefined
  const server = createServer((request, response) => {
    calls.push(new URL(request.url ?? '/', 'http://x').pathname)
    if (manner.isAway === true) return request.socket.destroy()
    if (manner.status !== undefined) return response.writeHead(manner.status).end('ill')
    const { forge, issuer: named } = manner
    if (named !== undefined && request.url?.includes('.well-known') === true)
      changeAnswer(response, (answered) => ({ ...answered, issuer: named }))
    if (forge !== undefined && request.url === '/token') {
      const key = { own: privateKey, other, none: null }[manner.key ?? 'own']
      changeAnswer(response, ({ id_token: token, ...rest }) => ({
        ...rest,
        ...(token !== undefined && { id_token: signed(forge(claimsOf(token)), kid, key) }),
      }))
    }
    return answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const settings = {
    configurationEndpoint: `${issuer}/.well-known/openid-configuration`,
    clientId: 'reprise',
    clientSecret: 'secret of the tests + 100%:',
    scope: 'openid email profile',
  }
  return {
    issuer,
    host,
    settings,
    register: (addresses) => {
      answer = quietly(() =>
        new Provider(issuer, {
          clients: [
            {
              client_id: settings.clientId,
              client_secret: settings.clientSecret,
              redirect_uris: [addresses.redirectUri],
              post_logout_redirect_uris: [addresses.afterSignOutUri],
            },
          ],
          jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
          cookies: { keys: ['a key of the tests'] },
          claims: {
            openid: ['sub'],
            email: ['email', 'email_verified'],
            profile: ['given_name', 'family_name', 'groups'],
          },
          pkce: { required: () => true },
          ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
          findAccount: (_: unknown, id: string) => ({
            accountId: id,
            claims: () => ({ sub: id, email: id, email_verified: true, ...told.get(id) }),
          }),
        }).callback(),
      )
    },
    behave: (next) => void (manner = next),
    describe: (email, claims) => void told.set(email, claims),
    calls: () => calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Signs a user in at the provider as a browser does; answers the address that it sends the browser back to. */
export async function signInAtProvider(address: string, email: string): Promise<URL> {
  const jar = new Map<string, string>()
  const { origin } = new URL(address)
  let next: { readonly url: URL; readonly form?: URLSearchParams } = { url: new URL(address) }
  for (let step = 0; step < 12; step++) {
    if (next.url.origin !== origin) return next.url
    const response = await fetch(next.url, {
      method: next.form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form !== undefined && { body: next.form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location !== null) {
      next = { url: new URL(location, next.url) }
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined)
      throw new Error(`the provider answers ${response.status} at ${next.url.pathname}: ${page.slice(-400)}`)
    next = { url: next.url, form: new URLSearchParams({ prompt, login: email, password: 'any' }) }
  }
  throw new Error('the provider goes round in circles')
}

/** What the provider answers, as far as tests change it. */
interface Answered {
  readonly id_token?: string
  readonly issuer?: string
}

function changeAnswer(response: ServerResponse, change: (answered: Answered) => Answered): void {
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(String(body)) as Answered))
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as ServerResponse['end']
}

function claimsOf(token: string): TokenClaims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenClaims
}

function signed(claims: TokenClaims, kid: string, key: KeyObject | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: key === null ? 'none' : 'RS256', kid, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${key === null ? '' : createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

// The library says at each start that it is not set up for the world, which it is not meant to be.
function quietly<T>(run: () => T): T {
  const { info, warn } = console
  console.info = console.warn = () => undefined
  try {
    return run()
  } finally {
    Object.assign(console, { info, warn })
  }
}

import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import type { Claims } from '#domain/access/sso-claims.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { isIssuerAt } from '#domain/sso/issuer-of-address.ts'
import {
  createGuardedFetch,
  mayCall,
  ProviderCallError,
  type CallFault,
  type TrustedHosts,
} from '#api/adapters/outbound/guarded-fetch.ts'
import type { OutgoingHosts } from '#api/adapters/outbound/outgoing-hosts.ts'

/** How an account is known to its identity provider. */
export interface ProviderSettings {
  readonly configurationEndpoint: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** The only issuer that is believed; null before the first sign-in. */
  readonly issuer: string | null
}

/** What belongs to one way to the provider and back. */
export interface Trip {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** What the provider's answer says, as the browser brought it. */
export interface ProviderAnswer {
  readonly code: string
  /** The issuer that the answer names; a provider may leave it out where its document does not promise it. */
  readonly iss: string | undefined
}

/** A user whose identity a provider has proven. */
export interface ProvenUser {
  readonly claims: Claims
  /** Where a sign-out goes on to; null where the provider has no such place. */
  readonly logoutAddress: string | null
}

/** What a configuration document says of a provider. */
export interface ProviderFacts {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly canSignOut: boolean
  /** Scopes and claims that the provider says it has; null where it does not say. */
  readonly scopes: readonly string[] | null
  readonly claims: readonly string[] | null
}

/** What is wrong with a provider before anybody is known: its document, or the way to it. */
export type DocumentFault = CallFault | 'not_a_document' | 'other_issuer'

/** And on the way back: it does not take our client, or what it answers is not to be believed. */
export type AnswerFault = DocumentFault | 'client_refused' | 'answer_invalid'

/** The identity providers that accounts name. */
export interface OpenIdProviders {
  mayCall(configurationEndpoint: string): boolean
  /**
   * Reads a configuration document, never from the cache. Here alone an issuer that does not belong to the address is a fault,
   * which the user is told of: some providers, as Azure B2C, name another one by design, and their users must get in. From
   * the first sign-in on the issuer of an account's settings stays the same.
   */
  inspect(configurationEndpoint: string): Promise<Result<ProviderFacts, DocumentFault>>
  /** Where a browser goes to sign in, and who is asked there. */
  authorizationUrl(
    settings: ProviderSettings,
    trip: Trip,
  ): Promise<Result<{ readonly url: string; readonly issuer: string }, DocumentFault>>
  /**
   * Exchanges the code. Signature, issuer, audience, nonce and times of the ID token are proven; claims that `wanted`
   * names and the token does not hold are asked for.
   */
  redeem(
    settings: ProviderSettings,
    trip: Trip,
    answer: ProviderAnswer,
    ways: { readonly wanted: readonly string[]; readonly afterSignOut: string },
  ): Promise<Result<ProvenUser, AnswerFault>>
}

/** How long a document is believed; keys have a shorter life of their own, and unknown ones are asked for at once. */
const keptMs = 15 * 60_000
const mostKept = 200
/** Seconds by which clocks may differ. */
const tolerance = 30
const mostClaimBytes = 64 * 1024

interface Kept {
  readonly config: client.Configuration
  readonly untilMs: number
}

/** Identity providers over the network, those that accounts may name. */
export function createOpenIdProviders(options: {
  readonly trustedHosts: TrustedHosts
  /** The only hosts that are called besides; every public one without a list. */
  readonly outgoingHosts?: OutgoingHosts
  readonly now: () => Date
  readonly timeoutMs?: number
}): OpenIdProviders {
  const { trustedHosts, outgoingHosts = [], now, timeoutMs = 5_000 } = options
  const call = createGuardedFetch(trustedHosts, timeoutMs, outgoingHosts)
  const kept = new Map<string, Kept>()
  const isAllowed = (address: string): boolean =>
    URL.canParse(address) && mayCall(new URL(address), trustedHosts, outgoingHosts)

  async function discover(settings: Omit<ProviderSettings, 'scope' | 'issuer'>): Promise<client.Configuration> {
    const { configurationEndpoint, clientId, clientSecret } = settings
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: tolerance }
    const config = await client.discovery(
      new URL(configurationEndpoint),
      clientId,
      metadata,
      bySecret(clientSecret),
      // What may be called without TLS is for the guard of all calls to say.
      {
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
        [client.customFetch]: (address, asked) => call(address, asked as Parameters<typeof call>[1]),
        timeout: timeoutMs / 1000,
      },
    )
    const {
      authorization_endpoint: authorization,
      token_endpoint,
      jwks_uri,
      userinfo_endpoint,
    } = config.serverMetadata()
    if (authorization === undefined || token_endpoint === undefined || jwks_uri === undefined)
      throw new Error('the document lacks an endpoint')
    const called = [
      authorization,
      token_endpoint,
      jwks_uri,
      ...(userinfo_endpoint === undefined ? [] : [userinfo_endpoint]),
    ]
    if (!called.every(isAllowed)) throw new ProviderCallError('not_allowed')
    return config
  }

  async function configurationOf(settings: ProviderSettings): Promise<Result<client.Configuration, DocumentFault>> {
    const found = await anyConfigurationOf(settings)
    if (!found.ok || settings.issuer === null) return found
    return found.value.serverMetadata().issuer === settings.issuer ? found : fail('other_issuer')
  }

  async function anyConfigurationOf(settings: ProviderSettings): Promise<Result<client.Configuration, DocumentFault>> {
    const { configurationEndpoint, clientId, clientSecret } = settings
    const key = createHash('sha256')
      .update(JSON.stringify([configurationEndpoint, clientId, clientSecret]))
      .digest('base64url')
    const nowMs = now().getTime()
    const known = kept.get(key)
    if (known !== undefined && known.untilMs > nowMs) return succeed(known.config)
    try {
      const config = await discover(settings)
      for (const [other, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(other)
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, { config, untilMs: nowMs + keptMs })
      return succeed(config)
    } catch (error) {
      return fail(documentFault(error))
    }
  }

  return {
    mayCall: isAllowed,
    inspect: async (configurationEndpoint) => {
      try {
        const config = await discover({ configurationEndpoint, clientId: 'none', clientSecret: 'none' })
        const facts = config.serverMetadata()
        if (!isIssuerAt(facts.issuer, configurationEndpoint)) return fail('other_issuer')
        return succeed({
          issuer: facts.issuer,
          authorizationEndpoint: facts.authorization_endpoint ?? '',
          canSignOut: logoutAddress(config, 'https://localhost/', isAllowed) !== null,
          scopes: textsOf(facts.scopes_supported),
          claims: textsOf(facts.claims_supported),
        })
      } catch (error) {
        return fail(documentFault(error))
      }
    },

    authorizationUrl: async (settings, { redirectUri, state, nonce, codeVerifier }) => {
      const config = await configurationOf(settings)
      if (!config.ok) return config
      const url = client.buildAuthorizationUrl(config.value, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return succeed({ url: url.href, issuer: config.value.serverMetadata().issuer })
    },

    redeem: async (settings, trip, { code, iss }, { wanted, afterSignOut }) => {
      const config = await configurationOf(settings)
      if (!config.ok) return config
      const answered = new URL(trip.redirectUri)
      answered.search = new URLSearchParams({ code, state: trip.state, ...(iss !== undefined && { iss }) }).toString()
      try {
        const tokens = await client.authorizationCodeGrant(config.value, answered, {
          expectedState: trip.state,
          expectedNonce: trip.nonce,
          pkceCodeVerifier: trip.codeVerifier,
          idTokenExpected: true,
        })
        const proven: Claims = { ...tokens.claims() }
        const isComplete = wanted.every((name) => Object.hasOwn(proven, name.split('.')[0] ?? name))
        const { userinfo_endpoint } = config.value.serverMetadata()
        const more =
          isComplete || userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config.value, tokens.access_token, tokens.claims()?.sub ?? '')
        const claims = { ...more, ...proven }
        if (JSON.stringify(claims).length > mostClaimBytes) return fail('answer_invalid')
        return succeed({ claims, logoutAddress: logoutAddress(config.value, afterSignOut, isAllowed) })
      } catch (error) {
        return fail(answerFault(error))
      }
    },
  }
}

/** The way in which the provider says that it takes a secret: what is the rule where it says nothing. */
function bySecret(secret: string): client.ClientAuth {
  return (server, known, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported
    const inBody = Array.isArray(ways) && !ways.includes('client_secret_basic') && ways.includes('client_secret_post')
    const way = inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
    return way(server, known, body, headers)
  }
}

/**
 * Where a browser signs out. The address names our client and no user: it is kept in the browser, where an ID token has
 * no place, so that a provider may ask its user once more.
 */
function logoutAddress(
  config: client.Configuration,
  afterSignOut: string,
  isAllowed: (address: string) => boolean,
): string | null {
  const { end_session_endpoint: endpoint } = config.serverMetadata()
  if (endpoint === undefined || !isAllowed(endpoint)) return null
  const { href } = client.buildEndSessionUrl(config, { post_logout_redirect_uri: afterSignOut })
  return href.length <= 2000 ? href : null
}

function textsOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null
  return value.filter((each) => typeof each === 'string' && each.length <= 255).slice(0, 200) as string[]
}

function documentFault(error: unknown): DocumentFault {
  return callFault(error) ?? 'not_a_document'
}

function answerFault(error: unknown): AnswerFault {
  const fault = callFault(error)
  if (fault !== null) return fault
  if (error instanceof client.WWWAuthenticateChallengeError) return 'client_refused'
  if (!(error instanceof client.ResponseBodyError)) return 'answer_invalid'
  // A code that was used or has expired is the answer's fault; every other refusal of the exchange is our client's.
  return error.error === 'invalid_grant' ? 'answer_invalid' : 'client_refused'
}

/** Whether the network is to blame, or a provider that is ill; null where it is something else. */
function callFault(error: unknown): CallFault | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderCallError) return cause.fault
    if ('code' in cause && (cause.code === 'OAUTH_TIMEOUT' || cause.code === 'OAUTH_ABORT')) return 'unreachable'
    if (cause.cause instanceof Response) return cause.cause.status >= 500 ? 'unreachable' : null
  }
  return null
}

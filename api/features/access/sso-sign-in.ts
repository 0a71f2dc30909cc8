import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { AnswerFault, OpenIdProviders, ProvenUser, Trip } from '#api/adapters/openid/openid-providers.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { endSessions } from '#api/db/end-sessions.ts'
import { inAccount } from '#api/db/in-account.ts'
import { lockAdmins, readOtherAdmins } from '#api/db/account-admins.ts'
import { openSso, pinIssuer, type OpenedSso } from '#api/db/sso-configuration.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ErrorCode } from '#api/http/error-status.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { openIdAddresses } from '#api/http/sso-addresses.ts'
import { openIdBrowser, openIdBrowserCookie } from '#api/http/request-tokens.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { hashToken, isToken, newToken } from '#api/http/token.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { maySignInBySso, removesLastAdmin } from '#domain/organization/user-rules.ts'
import { domainOf } from '#domain/kernel/email-domain.ts'
import { matchedTypes, nameClaim, textClaim, typesByRoles, type AssignedType } from '#domain/access/sso-claims.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { openIdCallbackCall } from '#sync/calls/access.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type * as z from 'zod'
import type { AccessDeps } from './access-deps.ts'
import { findUserByEmail } from './session-and-throttle-queries.ts'
import * as queries from './sso-sign-in-queries.ts'
import { isActive, startSignedIn, type SignInWishes } from './sign-in.ts'
import { loadAssignedModules } from './signed-in-user-queries.ts'

/** What signing in with the organisation needs beside the rest of identity. */
export interface OpenIdDeps extends AccessDeps {
  readonly providers: OpenIdProviders
  readonly vault: Vault
  readonly log: Logger
}

type Answer = z.output<typeof openIdCallbackCall.body>

const codeOfFault: Readonly<Record<AnswerFault, ErrorCode>> = {
  not_allowed: 'ACCESS_SSO_CONFIGURATION',
  not_a_document: 'ACCESS_SSO_CONFIGURATION',
  other_issuer: 'ACCESS_SSO_CONFIGURATION',
  client_refused: 'ACCESS_SSO_CONFIGURATION',
  unreachable: 'ACCESS_SSO_UNREACHABLE',
  answer_invalid: 'ACCESS_SSO_CALLBACK_INVALID',
}

/** What a provider that sends nobody gives as its reason, where the reason is not its user's. */
const codeOfError: Readonly<Record<string, ErrorCode>> = {
  invalid_request: 'ACCESS_SSO_CONFIGURATION',
  invalid_scope: 'ACCESS_SSO_CONFIGURATION',
  unauthorized_client: 'ACCESS_SSO_CONFIGURATION',
  unsupported_response_type: 'ACCESS_SSO_CONFIGURATION',
  server_error: 'ACCESS_SSO_UNREACHABLE',
  temporarily_unavailable: 'ACCESS_SSO_UNREACHABLE',
}

/**
 * Begins a way to the identity provider of an e-mail domain (AUTH-04). The answer depends on the domain alone. The
 * browser is given a secret of its own: an answer that arrives in another browser, for example by a link that an
 * attacker sent to its user, signs nobody in.
 */
export async function beginOpenId(
  deps: OpenIdDeps,
  domain: string,
  http: RequestInfo,
  answerHeaders: Headers,
): Promise<Result<{ url: string }, Failure>> {
  const wait = await deps.throttle.hit({ openIdByAddress: http.address, openIdOverall: '' })
  if (wait !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: wait })
  const found = await queries.findSsoOfDomain(deps.database, domain)
  const sso =
    found && (await inAccount(deps.database, found.accountId, (tx) => openSso(tx, deps.vault, found.accountId)))
  if (found === null || sso === null) return refuse('ACCESS_SSO_NOT_CONFIGURED')
  // A browser that has begun before keeps its secret, so that two tabs may be under way.
  const known = openIdBrowser(http.headers, http.secure)
  const browser = known !== null && isToken(known, 'openIdBrowser') ? known : newToken('openIdBrowser')
  const state = newToken('openIdState')
  const trip = tripOf(deps, found.organizationId, { browser, state })
  const url = await deps.providers.authorizationUrl(sso, trip)
  if (!url.ok) return refused(deps, codeOfFault[url.error], url.error)
  const now = deps.now()
  const { issuer } = url.value
  const way = { accountId: found.accountId, stateHash: hashToken(state), browserHash: hashToken(browser), issuer }
  const expiresAt = new Date(now.getTime() + lifetimes.openIdWayMs)
  await inAccount(deps.database, found.accountId, (tx) => queries.insertWay(tx, way, now, expiresAt))
  answerHeaders.append('set-cookie', openIdBrowserCookie(browser, http.secure, lifetimes.openIdWayMs / 1000))
  return succeed({ url: url.value.url })
}

/** Takes a provider's answer (AUTH-05) and gives the browser what it signs in with. */
export async function takeOpenIdAnswer(
  deps: OpenIdDeps,
  organizationId: string,
  { state, code, iss, error, email }: Answer,
  http: RequestInfo,
): Promise<Result<{ openidSessionId: string }, Failure>> {
  const wait = await deps.throttle.hit({ openIdByAddress: http.address, openIdOverall: '' })
  if (wait !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: wait })
  const accountId = await queries.findSsoOfOrganization(deps.database, organizationId)
  if (accountId === null) return refuse('ACCESS_SSO_NOT_CONFIGURED')
  const browser = openIdBrowser(http.headers, http.secure)
  if (browser === null || !isToken(browser, 'openIdBrowser') || !isToken(state, 'openIdState'))
    return refused(deps, 'ACCESS_SSO_CALLBACK_INVALID', 'no way of this browser')
  const way = { accountId, stateHash: hashToken(state), browserHash: hashToken(browser) }
  const sso = await inAccount(deps.database, accountId, async (tx) => {
    const taken = await queries.takeAnswer(tx, way, deps.now())
    if (taken === null) return null
    const settings = await openSso(tx, deps.vault, accountId)
    // The answer is of the issuer at which the way began, also where none is kept yet.
    return settings && { ...settings, issuer: settings.issuer ?? taken.issuer }
  })
  if (sso === null) return refused(deps, 'ACCESS_SSO_CALLBACK_INVALID', 'way unknown, over or answered')
  if (error !== undefined) return refused(deps, codeOfError[error] ?? 'ACCESS_SSO_DENIED', 'the provider sends nobody')
  if (code === undefined) return refused(deps, 'ACCESS_SSO_CALLBACK_INVALID', 'no code')
  const trip = tripOf(deps, organizationId, { browser, state })
  const proven = await deps.providers.redeem(
    sso,
    trip,
    { code, iss },
    {
      wanted: wantedClaims(sso),
      afterSignOut: openIdAddresses(deps.publicUrl, organizationId).afterSignOutUri,
    },
  )
  if (!proven.ok) return refused(deps, codeOfFault[proven.error], proven.error)
  return admit(deps, way, sso, { ...proven.value, expected: email?.toLowerCase() })
}

/** Signs in with what a provider's answer gave (AUTH-03). */
export async function signInByOpenId(
  deps: OpenIdDeps,
  ticket: { readonly organizationId: string; readonly openidSessionId: string },
  wishes: SignInWishes,
  http: RequestInfo,
  answerHeaders: Headers,
): Promise<Result<AuthenticatedUser, Failure>> {
  const wait = await deps.throttle.hit({ signInByAddress: http.address, signInOverall: '' })
  if (wait !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: wait })
  const accountId = await queries.findSsoOfOrganization(deps.database, ticket.organizationId)
  if (accountId === null) return refuse('ACCESS_SSO_NOT_CONFIGURED')
  const browser = openIdBrowser(http.headers, http.secure)
  if (browser === null || !isToken(ticket.openidSessionId, 'openIdTicket')) return refuse('ACCESS_SSO_CALLBACK_INVALID')
  const given = { accountId, ticketHash: hashToken(ticket.openidSessionId), browserHash: hashToken(browser) }
  const taken = await inAccount(deps.database, accountId, (tx) => queries.takeTicket(tx, given, deps.now()))
  if (taken === null) return refuse('ACCESS_SSO_CALLBACK_INVALID')
  const { userId, logoutAddress: openIdLogoutAddress } = taken
  const identity = { accountId, userId, viaOpenid: true, passwordHash: null, openIdLogoutAddress }
  return startSignedIn(deps, identity, wishes, http, answerHeaders)
}

// Users are created in the office alone: a provider proves who a user is, and opens what that user has.
async function admit(
  deps: OpenIdDeps,
  way: queries.Way,
  sso: OpenedSso,
  { claims, logoutAddress, expected }: ProvenUser & { readonly expected: string | undefined },
): Promise<Result<{ openidSessionId: string }, Failure>> {
  const email = textClaim(claims, sso.fieldClaims.email, textLimits.email)?.toLowerCase() ?? ''
  const subject = textClaim(claims, 'sub', 255)
  const issuer = textClaim(claims, 'iss', 2000)
  if (subject === null || issuer === null) return refused(deps, 'ACCESS_SSO_CALLBACK_INVALID', 'no issuer or subject')
  const isOfDomain = sso.provenDomains.includes(domainOf(email))
  if (!isVerified(claims['email_verified'], sso) || !email.includes('@') || !isOfDomain)
    return refused(deps, 'ACCESS_SSO_EMAIL_UNFIT', 'e-mail absent, unverified or of another domain')
  if (expected !== undefined && email !== expected)
    return refused(deps, 'ACCESS_SSO_OTHER_USER', 'somebody else than began')
  const identity = { accountId: way.accountId, issuer, subject }
  // An address may be another person's by now, or the person have another address: who it is says the subject alone.
  const bound = await inAccount(deps.database, way.accountId, (tx) => queries.findBoundUser(tx, identity))
  const user = bound ?? (await findUserByEmail(deps.database, email))
  if (!isActive(user) || user.account_id !== way.accountId)
    return refused(deps, 'ACCESS_SSO_USER_UNKNOWN', 'no active user of the account')
  const scope = { accountId: way.accountId, userId: user.id }
  const name = (claim: string | null) => (claim === null ? null : nameClaim(claims, claim, textLimits.name))
  const ticket = newToken('openIdTicket')
  const expiresAt = new Date(deps.now().getTime() + lifetimes.openIdTicketMs)
  const code = await inAccount(deps.database, way.accountId, async (tx) => {
    if (!(await pinIssuer(tx, way.accountId, sso, issuer))) return 'ACCESS_SSO_CONFIGURATION'
    const { roleClaim } = sso
    if (roleClaim !== null) await lockAdmins(tx, way.accountId)
    const assigned = await loadAssignedModules(tx, scope)
    if (!(await queries.bindIdentity(tx, { ...identity, userId: user.id }))) return 'ACCESS_SSO_OTHER_SUBJECT'
    if (!maySignInBySso(assigned.map(({ userType }) => userType))) return 'ACCESS_SSO_USER_UNKNOWN'
    const types = roleClaim === null ? null : typesByRoles(assigned, matchedTypes(claims, roleClaim, sso.roles))
    if (roleClaim !== null && types === null) return 'ACCESS_SSO_ROLE_MISSING'
    const names = { firstName: name(sso.fieldClaims.firstName), lastName: name(sso.fieldClaims.lastName) }
    await queries.updateNamesFromProvider(tx, scope, names)
    if (types !== null) await followRoles(tx, deps, scope, { assigned, types })
    await queries.storeTicket(tx, way, { userId: user.id, ticketHash: hashToken(ticket), expiresAt, logoutAddress })
    return null
  })
  return code === null
    ? succeed({ openidSessionId: ticket })
    : refused(deps, code, 'another subject, an administrator, no role fits, or another issuer came first')
}

function isVerified(said: unknown, { trustsUnverified }: Pick<OpenedSso, 'trustsUnverified'>): boolean {
  return said === true || said === 'true' || (said === undefined && trustsUnverified)
}

/**
 * Gives a user the types that the provider names; sessions in a module whose type changes end, as after a change in the
 * office. The last user who may write all others keeps its type: otherwise nobody could correct the matches.
 */
async function followRoles(
  tx: Transaction<Tables>,
  { log, now }: OpenIdDeps,
  scope: { readonly accountId: string; readonly userId: string },
  { assigned, types }: { readonly assigned: readonly AssignedType[]; readonly types: readonly AssignedType[] },
): Promise<void> {
  const typesOf = (all: readonly AssignedType[]) => all.map(({ userType }) => userType)
  const others = await readOtherAdmins(tx, scope)
  if (removesLastAdmin({ before: typesOf(assigned), after: typesOf(types), others })) {
    log.warn({ userId: scope.userId }, 'a role of a provider that takes the last manager is not followed')
    return
  }
  const changed = await queries.storeTypes(tx, scope, types)
  if (changed.length > 0) await endSessions(tx, { ...scope, modules: changed, reason: 'role' }, now())
}

/**
 * The secrets of a way follow from that of its browser and its state, by a key that only the installation has: nothing of
 * them is stored, and neither half is worth anything without the other.
 */
function tripOf(
  { vault, publicUrl }: OpenIdDeps,
  organizationId: string,
  { browser, state }: { readonly browser: string; readonly state: string },
): Trip {
  const derived = (purpose: string) => vault.mac(`open-id ${purpose}`, `${browser}.${state}`).toString('base64url')
  const { redirectUri } = openIdAddresses(publicUrl, organizationId)
  return { redirectUri, state, nonce: derived('nonce'), codeVerifier: derived('verifier') }
}

// A provider that is trusted without a word on its e-mails is not asked for one: many have none to give.
function wantedClaims({ fieldClaims, roleClaim, trustsUnverified }: OpenedSso): readonly string[] {
  const { email, firstName, lastName } = fieldClaims
  const verified = trustsUnverified ? null : 'email_verified'
  return [email, verified, firstName, lastName, roleClaim].filter((name) => name !== null)
}

function refused({ log }: OpenIdDeps, code: ErrorCode, reason: string) {
  log.warn({ code, reason }, 'no sign-in with the organisation')
  return refuse(code)
}

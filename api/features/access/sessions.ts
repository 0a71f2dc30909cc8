import type { Transaction } from 'kysely'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { mostSessions, sessionEnd, sessionLimits } from '#domain/access/session-limits.ts'
import type { Module } from '#domain/organization/module.ts'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { cookieMarker, requestTokens, sessionCookie } from '#api/http/request-tokens.ts'
import type { RequestInfo } from '#api/http/route.ts'
import type { AuthenticatedUser, GrantAnswer } from '#sync/calls/session-answers.ts'
import { authenticatedUser, type SignedInUser } from './authenticated-user.ts'
import { placedIn } from './open-client.ts'
import { endGrants, endSessionsBeyond, insertGrant, insertSession } from './session-queries.ts'
import { readSignInRules } from './sign-in-rules.ts'
import { loadPremiumFeatures, loadViewedAccount } from './signed-in-user-queries.ts'

/** What a session starts from. */
export interface SessionStart {
  readonly accountId: string
  readonly viewedAccountId: string
  readonly userId: string
  readonly module: Module
  /** What the user is in that module. */
  readonly userType: UserType
  /** Whether a program outside of a browser keeps the token. */
  readonly isOfProgram: boolean
  /** Whether the user is one of the embedded demo, whom all who try the product share. */
  readonly isOfDemo: boolean
  /** Time of the sign-in, which a switch of module keeps. */
  readonly signedInAt: Date
  /** When the user has last proven who it is, which such a switch keeps too. */
  readonly provenAt: Date
  readonly now: Date
  readonly viaOpenid: boolean
  readonly userAgent: string | null
  /** Whether the user has to set up a second factor first: no device brings work for one who may be a stranger. */
  readonly owesSecondFactor: boolean
  /** Whether the user is one of the platform's, whose grants are of the client that is open. */
  readonly isPlatform: boolean
  /** The device in hand, when it asks for a grant. */
  readonly deviceId: string | undefined
  /** What the user's devices lock decided work with. */
  readonly workKeys: WorkKeys
  /** Other modules of the user that the device asks for a grant of. */
  readonly grantModules?: readonly Module[]
}

/** The keys of a user's decided work: the present one, and those below other master keys, which only open. */
export type WorkKeys = Pick<GrantAnswer, 'lockKey' | 'formerLockKeys'>

/** A session just started; its token is known here and nowhere else. */
export interface StartedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly provenAt: Date
  readonly grant: GrantAnswer | undefined
  /** Those of the other modules. */
  readonly moreGrants: readonly GrantAnswer[]
}

/** Starts a session inside the caller's transaction, with grants when a device is named. */
export async function startSession(tx: Transaction<Tables>, start: SessionStart): Promise<StartedSession> {
  const token = newToken('session')
  const limits = sessionLimits(await readSignInRules(tx, start), start)
  const expiresAt = sessionEnd(start.signedInAt, start.now, limits)
  await insertSession(tx, {
    ...start,
    id: newId(),
    tokenHash: hashToken(token),
    createdAt: start.signedInAt,
    lastSeenAt: start.now,
    expiresAt,
  })
  const most = mostSessions[start.isOfProgram ? 'program' : 'browser']
  if (!start.isOfDemo) await endSessionsBeyond(tx, start, { most, now: start.now })
  const { deviceId, module, provenAt } = start
  // The platform's own account trades nothing that a device could capture.
  const isAtPlatform = start.isPlatform && start.viewedAccountId === start.accountId
  if (deviceId === undefined || isAtPlatform || start.owesSecondFactor)
    return { token, expiresAt, provenAt, grant: undefined, moreGrants: [] }
  const moreGrants: GrantAnswer[] = []
  for (const other of new Set(start.grantModules))
    if (other !== module) moreGrants.push(await giveGrant(tx, start, deviceId, other))
  return { token, expiresAt, provenAt, grant: await giveGrant(tx, start, deviceId, module), moreGrants }
}

/** Gives the one live grant of (device, user, module, client); the one before it ends. */
async function giveGrant(
  tx: Transaction<Tables>,
  { accountId, userId, now, isPlatform, viewedAccountId, workKeys }: SessionStart,
  deviceId: string,
  module: Module,
): Promise<GrantAnswer> {
  const holder = { accountId, userId, module, deviceId, clientId: isPlatform ? viewedAccountId : null }
  await endGrants(tx, holder, now)
  const token = newToken('grant')
  const expiresAt = new Date(now.getTime() + lifetimes.grantMs)
  const tokenHash = hashToken(token)
  await insertGrant(tx, { ...holder, id: newId(), tokenHash, createdAt: now, expiresAt })
  return { token, deviceId, module, expiresAt: expiresAt.toISOString(), ...workKeys }
}

/** The keys of decided work that a vault gives; none under a wrong master key, for a device would encrypt by it what nothing opens later. */
export function workKeysOf(vault: Pick<Vault, 'lastingKeys' | 'seals'>, userId: string): WorkKeys {
  if (!vault.seals()) return {}
  const [present, ...former] = vault.lastingKeys(`decided work of ${userId}`)
  const lockKey = present.toString('base64')
  return former.length === 0 ? { lockKey } : { lockKey, formerLockKeys: former.map((key) => key.toString('base64')) }
}

/** What answering with the user needs. */
export interface UserAnswerInput {
  readonly user: SignedInUser
  readonly module: Module
  readonly viewedAccountId: string
  readonly viaOpenid: boolean
  readonly expiresAt: Date
  readonly provenAt: Date
  readonly apiToken: string
  readonly grant?: GrantAnswer | undefined
  readonly moreGrants?: readonly GrantAnswer[]
  readonly openIdLogoutAddress?: string | null
  readonly owesSecondFactor?: boolean
  /** Whether it is an administrator of the embedded demo, of whom no second factor is demanded. */
  readonly isOfDemo?: boolean
}

/** The signed-in user with the premium features of the account viewed, how its amounts and times are written, and who pays. */
export async function answerUser(database: Database, input: UserAnswerInput): Promise<AuthenticatedUser> {
  const { viewedAccountId } = input
  const { features, viewedAccount, user } = await inAccount(database, viewedAccountId, async (tx) => ({
    features: await loadPremiumFeatures(tx, viewedAccountId),
    viewedAccount: await loadViewedAccount(tx, viewedAccountId),
    user: await placedIn(tx, input.user, input),
  }))
  return authenticatedUser(
    { ...user, enabledPremiumFeatures: features as readonly PremiumFeature[] },
    {
      module: input.module,
      viewedAccountId,
      viewedAccount,
      viaOpenid: input.viaOpenid,
      expiresAt: input.expiresAt,
      provenAt: input.provenAt,
      apiToken: input.apiToken,
      ...(input.grant === undefined ? {} : { grant: input.grant }),
      moreGrants: input.moreGrants ?? [],
      openIdLogoutAddress: input.openIdLogoutAddress ?? null,
      owesSecondFactor: input.owesSecondFactor === true,
      isOfDemo: input.isOfDemo === true,
    },
  )
}

/**
 * Hands a session's token over: to a browser in an httpOnly cookie, to a client that keeps its token itself in the
 * answer. Answers what `apiToken` says.
 */
export function handOver(token: string, http: RequestInfo, answerHeaders: Headers, keepsIt: boolean): string {
  if (keepsIt) return token
  answerHeaders.append('set-cookie', sessionCookie(token, http.secure, lifetimes.sessionAbsoluteMs / 1000))
  return cookieMarker
}

/** Whether the caller came with a token that it keeps itself. */
export function hasBearerToken({ headers, secure }: RequestInfo): boolean {
  return requestTokens(headers, secure).bearer !== null
}

/**
 * Whether the client that signs in keeps the token: it sent one, or says `X-Client: api` from outside of a browser. A
 * script in a browser must not have the choice, or an injected one would read what the cookie hides; the browser itself
 * sets `Sec-Fetch-Site`.
 */
export function mayReceiveToken(http: RequestInfo): boolean {
  return hasBearerToken(http) || (http.headers.get('x-client') === 'api' && !http.headers.has('sec-fetch-site'))
}

import type { Transaction } from 'kysely'
import { sessionEnd, sessionLimits } from '#domain/access/session-limits.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { RequestInfo } from '#api/http/route.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { AccessDeps } from './access-deps.ts'
import { typeIn } from './authenticated-user.ts'
import { openClient } from './open-client.ts'
import { endSession } from './session-queries.ts'
import { isAdministratorOfDemo, lacksRequiredFactor, readSignInRules } from './sign-in-rules.ts'
import { answerUser, hasBearerToken, handOver, startSession } from './sessions.ts'
import { loadSignedInUser } from './signed-in-user-queries.ts'
import { viewedAccount } from './viewed-account.ts'

/** Where a session goes on: in another module, a buyer's in another retailer, the platform's in a client. */
export interface SwitchTarget {
  readonly module: Module
  readonly viewedAccountId?: string
  readonly deviceId: string | undefined
  /** Modules beside that one in which the device keeps work without a grant. */
  readonly grantModules?: readonly Module[] | undefined
}

/** Moves a session: a new token takes the old one's place, so that the old one is worth nothing any more. */
export async function switchSession(
  deps: AccessDeps,
  { session, http, answerHeaders }: { session: Session; http: RequestInfo; answerHeaders: Headers },
  target: SwitchTarget,
): Promise<Result<AuthenticatedUser, Failure>> {
  const now = deps.now()
  const { module, deviceId, grantModules: wanted = [] } = target
  const scope = { accountId: session.homeAccountId, userId: session.userId, module }
  const moved = await inAccount(deps.database, scope.accountId, async (tx) => {
    const user = await loadSignedInUser(tx, scope)
    if (user === null) return refuse('ACCESS_SESSION_REQUIRED')
    if (!user.assigned.some((one) => one.module === module))
      return refuse('ACCESS_MODULE_NOT_HELD', { field: 'module' })
    const found = await accountToView(tx, { ...scope, isPlatform: user.isPlatform }, target.viewedAccountId)
    if (!found.ok) return found
    const viewed = found.value
    const userType = typeIn(user.assigned, module)
    const signedInAt = await startThere(tx, session, { userType, isOfDemo: deps.isOfDemo(user.email), now })
    if (signedInAt === null) return refuse('ACCESS_PROOF_REQUIRED')
    if (!(await endSession(tx, { ...scope, sessionId: session.sessionId }, now)))
      return refuse('ACCESS_SESSION_REQUIRED')
    const userAgent = http.headers.get('user-agent')?.slice(0, 255) ?? null
    const workKeys = deps.workKeysOf(scope.userId)
    // A role or a rule that came after the sign-in may demand a second factor by now.
    const holder = { ...scope, email: user.email, assigned: user.assigned }
    const owesSecondFactor = !session.viaOpenid && (await lacksRequiredFactor(tx, holder, deps.isOfDemo))
    const facts = {
      ...scope,
      viewedAccountId: viewed,
      viaOpenid: session.viaOpenid,
      userAgent,
      workKeys,
      owesSecondFactor,
      userType,
      isOfProgram: session.isOfProgram,
      isOfDemo: deps.isOfDemo(user.email),
      grantModules: wanted.filter((each) => user.assigned.some((one) => one.module === each)),
    }
    const { isPlatform } = user
    const { provenAt } = session
    const started = await startSession(tx, { ...facts, isPlatform, deviceId, signedInAt, provenAt, now })
    return succeed({ user, module, viewedAccountId: viewed, viaOpenid: session.viaOpenid, started, owesSecondFactor })
  })
  if (!moved.ok) return moved
  const { started, ...rest } = moved.value
  const keepsIt = hasBearerToken(http)
  const apiToken = handOver(started.token, http, answerHeaders, keepsIt)
  // The first switch after a second factor is set up makes the browser known, which the sign-in did not.
  const { email } = rest.user
  if (!keepsIt && !rest.owesSecondFactor && deps.knownDevices.deviceOf(http, email) === null)
    answerHeaders.append('set-cookie', deps.knownDevices.cookieFor(http, email))
  const isOfDemo = isAdministratorOfDemo(rest.user, deps.isOfDemo)
  return succeed(await answerUser(deps.database, { ...rest, ...started, apiToken, isOfDemo }))
}

async function accountToView(
  tx: Transaction<Tables>,
  { isPlatform, ...scope }: { accountId: string; userId: string; module: Module; isPlatform: boolean },
  asked: string | undefined,
): Promise<Result<string, Failure>> {
  if (isPlatform && asked !== undefined && asked !== scope.accountId)
    return openClient(tx, { userId: scope.userId, clientId: asked })
  const viewed = await viewedAccount(tx, scope, asked)
  if (viewed !== null) return succeed(viewed)
  return refuse('ACCESS_ACCOUNT_LINK_INACTIVE', asked === undefined ? {} : { field: 'accountId' })
}

/**
 * Since when a session counts as begun where it goes on: since its sign-in. Where sessions live shorter than where it comes
 * from, as in the office after the floor, the last proof has to lie within their limits: what has moved on a page since was
 * perhaps another's hand. An older session goes on with a fresh proof alone, which counts as a sign-in; null without one.
 */
async function startThere(
  tx: Transaction<Tables>,
  session: Session,
  { userType, isOfDemo, now }: { readonly userType: UserType; readonly isOfDemo: boolean; readonly now: Date },
): Promise<Date | null> {
  const { signedInAt, provenAt, isOfProgram } = session
  const rules = await readSignInRules(tx, { accountId: session.homeAccountId })
  const here = sessionLimits(rules, { userType: session.userType, isOfProgram })
  const there = sessionLimits(rules, { userType, isOfProgram })
  const isShorter = there.idleMs < here.idleMs || there.absoluteMs < here.absoluteMs
  if (!isShorter || sessionEnd(signedInAt, provenAt, there) > now) return signedInAt
  if (!session.isProven) return null
  // Users of the demo are not asked: everybody reads their password.
  return isOfDemo ? now : provenAt
}

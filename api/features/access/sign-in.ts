import { domainOf } from '#domain/kernel/email-domain.ts'
import { startingModule } from '#domain/access/starting-module.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Module } from '#domain/organization/module.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { requestTokens } from '#api/http/request-tokens.ts'
import type { RequestInfo } from '#api/http/route.ts'
import type { ShownPasskey } from '#sync/calls/passkey.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { AccessDeps } from './access-deps.ts'
import { domainHasSso, endSessionOfToken, findUserByEmail, type UserToCheck } from './session-and-throttle-queries.ts'
import { lockPassword } from './password-queries.ts'
import { askForSecondFactor } from './second-step.ts'
import { answerUser, handOver, mayReceiveToken, startSession } from './sessions.ts'
import { loadAssignedModules, loadSignedInUser, markSignedIn } from './signed-in-user-queries.ts'
import { typeIn } from './authenticated-user.ts'
import { isAdministratorOfDemo, lacksRequiredFactor } from './sign-in-rules.ts'
import { viewedAccount } from './viewed-account.ts'

/** Where a session is to begin, and the device in hand. */
export interface SignInWishes {
  readonly module: Module | undefined
  readonly deviceId: string | undefined
  /** Modules beside that one in which the device keeps work without a grant. */
  readonly grantModules: readonly Module[]
}

/** What a person types, and the device that it is typed on. */
export interface Credentials extends SignInWishes {
  readonly email: string
  readonly password: string
  readonly code: string | undefined
  readonly passkey: ShownPasskey | undefined
}

/** Who has proven to be whom, and how. */
export interface ProvenIdentity {
  readonly accountId: string
  readonly userId: string
  readonly viaOpenid: boolean
  /** Of the password that was typed; null for another proof. */
  readonly passwordHash: string | null
  /** Where a sign-out goes on to; null where it ends here. */
  readonly openIdLogoutAddress: string | null
}

/**
 * Signs a user in. An unknown e-mail, an inactive user and a wrong password get the same answer after the same work;
 * where the e-mail's domain signs in through SSO, the answer says so to every caller.
 */
export async function signIn(
  deps: AccessDeps,
  credentials: Credentials,
  http: RequestInfo,
  answerHeaders: Headers,
): Promise<Result<AuthenticatedUser, Failure>> {
  const email = credentials.email.toLowerCase()
  const device = deps.knownDevices.deviceOf(http, email)
  // A stranger's tries do not lock a user out of a device that is the user's own.
  const [name, subject] = device === null ? (['signInByEmail', email] as const) : (['signInByDevice', device] as const)
  const waitSeconds = await deps.throttle.hit({ signInByAddress: http.address, [name]: subject, signInOverall: '' })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const user = await checkCredentials(deps, { ...credentials, email })
  if (!user.ok) return user
  // Operators take turns on a handheld all day: only failures count. A success takes back itself and no stranger's tries.
  await deps.throttle.giveBack(name, subject)
  const scope = { accountId: user.value.account_id, userId: user.value.id }
  const { code, passkey } = credentials
  const second = await askForSecondFactor(deps, { ...scope, email }, { code, passkey, device, http })
  if (!second.ok) return second
  const identity = {
    accountId: user.value.account_id,
    userId: user.value.id,
    viaOpenid: false,
    passwordHash: user.value.password_hash,
    openIdLogoutAddress: null,
  }
  return startSignedIn(deps, identity, credentials, http, answerHeaders)
}

/** Signs the holder of a passkey in: the device has made sure of the person, so that nothing else is asked for. */
export async function signInByPasskey(
  deps: AccessDeps,
  passkey: ShownPasskey,
  wishes: SignInWishes,
  http: RequestInfo,
  answerHeaders: Headers,
): Promise<Result<AuthenticatedUser, Failure>> {
  const waitSeconds = await deps.throttle.hit({ signInByAddress: http.address, signInOverall: '' })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const shown = await deps.passkeys.finishSignIn(http, passkey)
  if (!shown.ok) return shown
  const {
    account_id: accountId,
    user_id: userId,
    status,
    account_status: accountStatus,
    force_sso: isForced,
  } = shown.value
  if (status !== 'active' || accountStatus !== 'active') return refuse('ACCESS_PASSKEY_UNKNOWN')
  if (isForced) return refuse('ACCESS_SSO_REQUIRED')
  const identity = { accountId, userId, viaOpenid: false, passwordHash: null, openIdLogoutAddress: null }
  return startSignedIn(deps, identity, wishes, http, answerHeaders)
}

async function checkCredentials(
  deps: AccessDeps,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<Result<UserToCheck, Failure>> {
  const hasSso = await domainHasSso(deps.database, domainOf(email))
  const user = await findUserByEmail(deps.database, email)
  const isRight = await deps.hasher.verify(isActive(user) ? user.password_hash : null, password)
  if (user === null || !isRight) return refuse(hasSso ? 'ACCESS_SSO_REQUIRED' : 'ACCESS_CREDENTIALS_INVALID')
  // A caller that gets here knows the password, so the user's own setting gives nothing away.
  return user.force_sso ? refuse('ACCESS_SSO_REQUIRED') : succeed(user)
}

/** Starts the session of a user whose identity is proven; it replaces the session that the browser has. */
export async function startSignedIn(
  deps: AccessDeps,
  { viaOpenid, passwordHash, openIdLogoutAddress, ...scope }: ProvenIdentity,
  { module: asked, deviceId, grantModules: wanted }: SignInWishes,
  http: RequestInfo,
  answerHeaders: Headers,
): Promise<Result<AuthenticatedUser, Failure>> {
  const now = deps.now()
  const keepsIt = mayReceiveToken(http)
  const { cookie: replaced } = requestTokens(http.headers, http.secure)
  const started = await inAccount(deps.database, scope.accountId, async (tx) => {
    // A password that was changed since it was checked opens nothing: its change has ended the sessions that there were.
    if (passwordHash !== null && !(await lockPassword(tx, scope, passwordHash)))
      return refuse('ACCESS_CREDENTIALS_INVALID')
    const assigned = await loadAssignedModules(tx, scope)
    const module = startingModule(
      assigned.map((one) => one.module),
      asked,
    )
    if (module === null) return refuse('ACCESS_NO_PERMISSIONS')
    const user = await loadSignedInUser(tx, { ...scope, module })
    if (user === null) return refuse('ACCESS_CREDENTIALS_INVALID')
    const viewed = await viewedAccount(tx, { ...scope, module })
    if (viewed === null) return refuse('ACCESS_ACCOUNT_LINK_INACTIVE')
    // A user who takes over a browser ends the session of the user before, in any account.
    const owesSecondFactor =
      !viaOpenid && (await lacksRequiredFactor(tx, { ...scope, email: user.email, assigned }, deps.isOfDemo))
    if (replaced !== null) await endSessionOfToken(tx, replaced, { now })
    await markSignedIn(tx, scope, now)
    const userAgent = http.headers.get('user-agent')?.slice(0, 255) ?? null
    const grantModules = wanted.filter((each) => assigned.some((one) => one.module === each))
    const workKeys = deps.workKeysOf(scope.userId)
    const facts = {
      ...scope,
      module,
      userType: typeIn(assigned, module),
      isOfProgram: keepsIt,
      isOfDemo: deps.isOfDemo(user.email),
      viewedAccountId: viewed,
      viaOpenid,
      userAgent,
      grantModules,
      workKeys,
      owesSecondFactor,
    }
    const { isPlatform } = user
    const session = await startSession(tx, { ...facts, isPlatform, deviceId, signedInAt: now, provenAt: now, now })
    const isOfDemo = isAdministratorOfDemo(user, deps.isOfDemo)
    return succeed({ user, module, viewedAccountId: viewed, viaOpenid, session, owesSecondFactor, isOfDemo })
  })
  if (!started.ok) return started
  const { session, ...rest } = started.value
  const apiToken = handOver(session.token, http, answerHeaders, keepsIt)
  // Who owes a second factor has shown a password alone, which a stranger may have.
  if (!keepsIt && !rest.owesSecondFactor)
    answerHeaders.append('set-cookie', deps.knownDevices.cookieFor(http, rest.user.email))
  return succeed(await answerUser(deps.database, { ...rest, ...session, apiToken, openIdLogoutAddress }))
}

/** Whether a user and its account may sign in. */
export function isActive(user: UserToCheck | null): user is UserToCheck {
  return user !== null && user.status === 'active' && user.account_status === 'active'
}

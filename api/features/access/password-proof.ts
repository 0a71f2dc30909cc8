import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { RequestInfo } from '#api/http/route.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { AccessDeps } from './access-deps.ts'
import { readPasswordState, type PasswordState } from './password-queries.ts'

/** The user's state, once the password is proven; wrong ones are bounded. */
export async function provePassword(
  deps: AccessDeps,
  scope: UserScope,
  password: string,
  http: RequestInfo,
): Promise<Result<PasswordState, Failure>> {
  const state = await inAccount(deps.database, scope.accountId, (tx) => readPasswordState(tx, scope))
  if (state === null) return refuse('ACCESS_SESSION_REQUIRED')
  const counted = wrongPasswordKey(deps, { ...state, userId: scope.userId }, http)
  const waitSeconds = await deps.throttle.hit({ [counted.name]: counted.subject })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  if (state.isForcedSso) return refuse('ACCESS_SSO_PASSWORD_MANAGED')
  if (!(await deps.hasher.verify(state.hash, password)))
    return refuse('ACCESS_CURRENT_PASSWORD_WRONG', { field: 'password' })
  await deps.throttle.giveBack(counted.name, counted.subject)
  return succeed(state)
}

/** What wrong passwords of a session are counted by: who has stolen one locks its user out of no device of the user's own. */
export function wrongPasswordKey(
  { knownDevices }: Pick<AccessDeps, 'knownDevices'>,
  { email, userId }: { readonly email: string; readonly userId: string },
  http: RequestInfo,
): { readonly name: 'passwordChangeByUser' | 'passwordChangeByDevice'; readonly subject: string } {
  const device = knownDevices.deviceOf(http, email)
  return device === null
    ? { name: 'passwordChangeByUser', subject: userId }
    : { name: 'passwordChangeByDevice', subject: device }
}

/**
 * Proves who sets up a second factor: by the password, which who owes one may leave out right after the sign-in. A session
 * that has been open for long may be in the hands of another.
 */
export async function proveForFactor(
  deps: AccessDeps,
  caller: Pick<Session, 'homeAccountId' | 'userId' | 'signedInAt' | 'owesSecondFactor'>,
  password: string | undefined,
  http: RequestInfo,
): Promise<Result<undefined, Failure>> {
  if (password === undefined) {
    const age = deps.now().getTime() - caller.signedInAt.getTime()
    const isFresh = caller.owesSecondFactor && age < lifetimes.passwordProofMs
    return isFresh ? succeed(undefined) : refuse('REQUEST_INVALID', { field: 'password' })
  }
  const proven = await provePassword(deps, { accountId: caller.homeAccountId, userId: caller.userId }, password, http)
  return proven.ok ? succeed(undefined) : proven
}

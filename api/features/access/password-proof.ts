import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { UserScope } from '#api/mail/password-links.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { AccessDeps } from './access-deps.ts'
import { readPasswordState, type PasswordState } from './password-queries.ts'

/** The user's state, once the password is proven; wrong ones are bounded. */
export async function provePassword(
  deps: AccessDeps,
  scope: UserScope,
  password: string,
): Promise<Result<PasswordState, Failure>> {
  const waitSeconds = await deps.throttle.hit({ passwordChangeByUser: scope.userId })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const state = await inAccount(deps.database, scope.accountId, (tx) => readPasswordState(tx, scope))
  if (state === null) return refuse('ACCESS_SESSION_REQUIRED')
  if (state.isForcedSso) return refuse('ACCESS_SSO_PASSWORD_MANAGED')
  if (!(await deps.hasher.verify(state.hash, password)))
    return refuse('ACCESS_CURRENT_PASSWORD_WRONG', { field: 'password' })
  await deps.throttle.giveBack('passwordChangeByUser', scope.userId)
  return succeed(state)
}

/**
 * Proves who sets up a second factor: by the password, which who owes one may leave out right after the sign-in. A session
 * that has been open for long may be in the hands of another.
 */
export async function proveForFactor(
  deps: AccessDeps,
  caller: Pick<Session, 'homeAccountId' | 'userId' | 'signedInAt' | 'owesSecondFactor'>,
  password: string | undefined,
): Promise<Result<undefined, Failure>> {
  if (password === undefined) {
    const age = deps.now().getTime() - caller.signedInAt.getTime()
    const isFresh = caller.owesSecondFactor && age < lifetimes.passwordProofMs
    return isFresh ? succeed(undefined) : refuse('REQUEST_INVALID', { field: 'password' })
  }
  const proven = await provePassword(deps, { accountId: caller.homeAccountId, userId: caller.userId }, password)
  return proven.ok ? succeed(undefined) : proven
}

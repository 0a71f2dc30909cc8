import { inAccount } from '#api/db/in-account.ts'
import { noteAccess } from '#api/db/user-codes.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { UserScope } from '#api/mail/password-links.ts'
import { isAppCode } from '#domain/access/one-time-code.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { AccessDeps } from './access-deps.ts'
import { readCodes, takeAppCode, takeRecoveryCode } from './code-queries.ts'
import { readPasswordState } from './password-queries.ts'

/** Asks a user whose password is proven for a one-time code, where the user has turned codes on. */
export async function askForCode(
  deps: AccessDeps,
  scope: UserScope,
  code: string | undefined,
  device: string | null,
): Promise<Result<undefined, Failure>> {
  const { isOn } = await inAccount(deps.database, scope.accountId, (tx) => readCodes(tx, scope), { readOnly: true })
  if (!isOn) return succeed(undefined)
  return code === undefined ? refuse('ACCESS_CODE_REQUIRED', { field: 'code' }) : takeCode(deps, scope, code, device)
}

/** Takes a code of the app or a recovery code, once; wrong ones are bounded by user, or by a device that is known. */
export async function takeCode(
  deps: AccessDeps,
  scope: UserScope,
  code: string,
  device: string | null,
): Promise<Result<undefined, Failure>> {
  const [name, subject] =
    device === null ? (['codeByUser', scope.userId] as const) : (['codeByDevice', device] as const)
  const waitSeconds = await deps.throttle.hit({ [name]: subject })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const now = deps.now()
  const isRight = await inAccount(deps.database, scope.accountId, async (tx) => {
    if (isAppCode(code)) return takeAppCode(tx, deps.vault, scope, { code, now, isConfirmed: true })
    if (!(await takeRecoveryCode(tx, scope, code, now))) return false
    const state = await readPasswordState(tx, scope)
    await noteAccess(tx, scope, { kind: 'recovery_code_used', actorName: state?.email ?? '', at: now })
    return true
  })
  if (!isRight) return refuse('ACCESS_CODE_WRONG', { field: 'code' })
  await deps.throttle.giveBack(name, subject)
  return succeed(undefined)
}

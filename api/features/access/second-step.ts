import { inAccount } from '#api/db/in-account.ts'
import { noteAccess } from '#api/db/user-codes.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { RequestInfo } from '#api/http/route.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { isAppCode } from '#domain/access/one-time-code.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { ShownPasskey } from '#sync/calls/passkey.ts'
import type { AccessDeps } from './access-deps.ts'
import { readCodes, takeAppCode } from './one-time-code-queries.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { passkeyHosts } from './passkey-queries.ts'
import { readPasswordState } from './password-queries.ts'
import { isFactorDemanded } from './sign-in-rules.ts'
import { loadAssignedModules } from './signed-in-user-queries.ts'

/** What a user shows beside the password, and on which device. */
interface Shown {
  readonly code: string | undefined
  readonly passkey: ShownPasskey | undefined
  readonly device: string | null
  readonly http: RequestInfo
}

/**
 * Asks a user whose password is proven for a second factor: a code where the user has turned codes on, a passkey where the
 * user has one and a second factor is demanded. A passkey that is shown does for either, and so does a recovery code.
 */
export async function askForSecondFactor(
  deps: AccessDeps,
  user: UserScope & { readonly email: string },
  { code, passkey, device, http }: Shown,
): Promise<Result<undefined, Failure>> {
  const { accountId, userId } = user
  if (passkey !== undefined) {
    const shown = await deps.passkeys.finishSignIn(http, passkey)
    if (!shown.ok) return shown
    return shown.value.user_id === userId ? succeed(undefined) : refuse('ACCESS_PASSKEY_WRONG')
  }
  const { isOn, hosts } = await inAccount(
    deps.database,
    accountId,
    async (tx) => {
      const assigned = await loadAssignedModules(tx, user)
      const isDemanded = await isFactorDemanded(tx, { ...user, assigned }, deps.isOfDemo)
      return { isOn: (await readCodes(tx, user)).isOn, hosts: isDemanded ? await passkeyHosts(tx, user) : [] }
    },
    { readOnly: true },
  )
  if (!isOn && hosts.length === 0) return succeed(undefined)
  // A browser shows no passkey of another host name; who has proven the password is told where it works. A recovery code
  // stands in for one that is lost.
  if (!isOn && code === undefined)
    return hosts.includes(http.host)
      ? refuse('ACCESS_PASSKEY_REQUIRED')
      : refuse('ACCESS_PASSKEY_ELSEWHERE', { details: { hosts } })
  return code === undefined ? refuse('ACCESS_CODE_REQUIRED', { field: 'code' }) : takeCode(deps, user, code, device)
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

import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { endCodes, noteAccess, readEmail } from '#api/db/user-codes.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { succeed } from '#domain/kernel/result.ts'
import { beginCodesCall, confirmCodesCall, endCodesCall, readCodesCall } from '#sync/calls/one-time-code.ts'
import type { AccessDeps } from './access-deps.ts'
import { beginCodes, readCodes, takeAppCode } from './one-time-code-queries.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { takeCode } from './second-step.ts'
import { requireNextFactor, settleSession } from './session-queries.ts'
import { lacksRequiredFactor } from './sign-in-rules.ts'
import { loadAssignedModules } from './signed-in-user-queries.ts'
import { proveForFactor, provePassword } from './password-proof.ts'
import { lockUser } from './passkey-queries.ts'
import { readPasswordState } from './password-queries.ts'

/** The one-time codes of the signed-in user: begun with the password, turned on by a first code. */
export function createCodeRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  const { database, vault, now } = deps
  const scopeOf = (caller: { readonly homeAccountId: string; readonly userId: string }): UserScope => ({
    accountId: caller.homeAccountId,
    userId: caller.userId,
  })

  return [
    route(
      {
        ...readCodesCall,
        permission: 'session',
        beforeSecondFactor: true,
        summary: 'How the own one-time codes stand',
      },
      async ({ caller }) => {
        const scope = scopeOf(caller)
        const state = await inAccount(database, scope.accountId, (tx) => readCodes(tx, scope), { readOnly: true })
        return succeed({ ...state, since: state.since?.toISOString() ?? null })
      },
    ),

    route(
      {
        ...beginCodesCall,
        permission: 'session',
        beforeSecondFactor: true,
        summary: 'Begin to use one-time codes',
        refusals: [
          'ACCESS_CURRENT_PASSWORD_WRONG',
          'ACCESS_SSO_PASSWORD_MANAGED',
          'ACCESS_CODES_ON',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ caller, body, http }) => {
        const scope = scopeOf(caller)
        const proven = await proveForFactor(deps, caller, body.password, http)
        if (!proven.ok) return proven
        const begun = await inAccount(database, scope.accountId, async (tx) =>
          beginCodes(tx, vault, scope, await readEmail(tx, scope)),
        )
        return begun === null ? refuse('ACCESS_CODES_ON') : succeed(begun)
      },
    ),

    route(
      {
        ...confirmCodesCall,
        permission: 'session',
        beforeSecondFactor: true,
        summary: 'Turn one-time codes on',
        refusals: ['ACCESS_CODE_WRONG', 'ACCESS_THROTTLED'],
      },
      async ({ caller, body: { code } }) => {
        const scope = scopeOf(caller)
        const waitSeconds = await deps.throttle.hit({ codeByUser: scope.userId })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const at = now()
        const recoveryCodes = await inAccount(database, scope.accountId, async (tx) => {
          if (!(await takeAppCode(tx, vault, scope, { code, now: at, isConfirmed: false }))) return null
          await note(tx, scope, 'codes_on', at)
          await settleSession(tx, { ...scope, sessionId: caller.sessionId }, at)
          return giveRecoveryCodes(tx, scope)
        })
        if (recoveryCodes === null) return refuse('ACCESS_CODE_WRONG', { field: 'code' })
        await deps.throttle.giveBack('codeByUser', scope.userId)
        return succeed({ recoveryCodes: [...recoveryCodes] })
      },
    ),

    route(
      {
        ...endCodesCall,
        permission: 'session',
        summary: 'Turn one-time codes off',
        refusals: [
          'ACCESS_CURRENT_PASSWORD_WRONG',
          'ACCESS_SSO_PASSWORD_MANAGED',
          'ACCESS_CODE_WRONG',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ caller, body: { password, code }, http }) => {
        const scope = scopeOf(caller)
        const proven = await provePassword(deps, scope, password, http)
        if (!proven.ok) return proven
        const taken = await takeCode(deps, scope, code, null)
        if (!taken.ok) return taken
        const at = now()
        await inAccount(database, scope.accountId, async (tx) => {
          await lockUser(tx, scope)
          if (!(await endCodes(tx, scope))) return
          await note(tx, scope, 'codes_off', at)
          const assigned = await loadAssignedModules(tx, scope)
          const holder = { ...scope, assigned, email: await readEmail(tx, scope) }
          if (await lacksRequiredFactor(tx, holder, deps.isOfDemo))
            await requireNextFactor(tx, { ...scope, sessionId: caller.sessionId }, at)
        })
        return succeed(undefined)
      },
    ),
  ]
}

async function note(
  tx: Transaction<Tables>,
  scope: UserScope,
  kind: 'codes_on' | 'codes_off',
  at: Date,
): Promise<void> {
  const state = await readPasswordState(tx, scope)
  await noteAccess(tx, scope, { kind, actorName: state?.email ?? '', at })
}

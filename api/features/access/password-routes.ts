import { succeed } from '#domain/kernel/result.ts'
import { passwordErrors } from '#domain/access/password.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { changePasswordCall, readPasswordLinkCall, renewPasswordCall, setPasswordCall } from '#sync/calls/access.ts'
import type { AccessDeps } from './access-deps.ts'
import { findPasswordLink } from './session-and-throttle-queries.ts'
import { lockPassword, readPasswordState, usePasswordLink } from './password-queries.ts'
import { wrongPasswordKey } from './password-proof.ts'
import { renewPassword } from './renew-password.ts'
import { acceptPassword, storePassword } from './store-password.ts'

const passwordRefusals = [...passwordErrors, 'PASSWORD_SAME_AS_OLD'] as const

/** Renewal by mail and change of the password. */
export function createPasswordRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  const findLink = async (token: string) =>
    isToken(token, 'passwordLink') ? findPasswordLink(deps.database, hashToken(token)) : null
  const stateOf = async (scope: UserScope) =>
    inAccount(deps.database, scope.accountId, (tx) => readPasswordState(tx, scope))

  return [
    route(
      {
        ...renewPasswordCall,
        permission: 'none',
        summary: 'Ask for a new password',
        refusals: ['ACCESS_SSO_PASSWORD_MANAGED', 'ACCESS_THROTTLED'],
      },
      async ({ body, http }) => renewPassword(deps, body.email, http.address),
    ),

    route(
      {
        ...readPasswordLinkCall,
        permission: 'none',
        summary: 'Whether a password link works',
        refusals: ['ACCESS_PASSWORD_LINK_INVALID'],
      },
      async (call) => {
        const link = await findLink(call.params.token)
        if (link === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
        const state = await stateOf({ accountId: link.account_id, userId: link.user_id })
        if (state === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
        const { email, accountName } = state
        return succeed({ expiresAt: link.expires_at.toISOString(), email, accountName })
      },
    ),

    route(
      {
        ...setPasswordCall,
        permission: 'none',
        summary: 'Set a password by link',
        refusals: ['ACCESS_PASSWORD_LINK_INVALID', 'ACCESS_SSO_PASSWORD_MANAGED', ...passwordRefusals],
      },
      async ({ params, body }) => {
        const link = await findLink(params.token)
        if (link === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
        const scope = { accountId: link.account_id, userId: link.user_id }
        // The holder of the link reads the user's mail, so the user's own setting gives nothing away.
        const state = await stateOf(scope)
        if (state === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
        if (state.isForcedSso) return refuse('ACCESS_SSO_PASSWORD_MANAGED')
        const hash = await acceptPassword(deps, body.password, link.password_hash, state)
        if (!hash.ok) return hash
        const isFirst = await inAccount(deps.database, scope.accountId, async (tx) => {
          if (!(await lockPassword(tx, scope, link.password_hash))) return false
          if (!(await usePasswordLink(tx, { ...scope, linkId: link.id }, deps.now()))) return false
          await storePassword(tx, deps, scope, hash.value, { sessionId: null, deviceId: undefined })
          return true
        })
        if (!isFirst) return refuse('ACCESS_PASSWORD_LINK_INVALID')
        await deps.throttle.clear('signInByEmail', link.email)
        deps.mailQueued()
        return succeed(undefined)
      },
    ),

    route(
      {
        ...changePasswordCall,
        permission: 'session',
        summary: 'Change the own password',
        refusals: [
          'ACCESS_CURRENT_PASSWORD_WRONG',
          'ACCESS_SSO_PASSWORD_MANAGED',
          'ACCESS_THROTTLED',
          ...passwordRefusals,
        ],
      },
      async (call) => {
        const { caller, body } = call
        const scope = { accountId: caller.homeAccountId, userId: caller.userId }
        const state = await stateOf(scope)
        if (state === null) return refuse('ACCESS_SESSION_REQUIRED')
        const counted = wrongPasswordKey(deps, { ...state, userId: caller.userId }, call.http)
        const waitSeconds = await deps.throttle.hit({ [counted.name]: counted.subject })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        if (state.isForcedSso) return refuse('ACCESS_SSO_PASSWORD_MANAGED')
        const oldHash = state.hash
        if (!(await deps.hasher.verify(oldHash, body.current))) {
          return refuse('ACCESS_CURRENT_PASSWORD_WRONG', { field: 'current' })
        }
        // Wrong passwords alone count: who knows the present one may look long for the next.
        await deps.throttle.giveBack(counted.name, counted.subject)
        const hash = await acceptPassword(deps, body.password, oldHash, state)
        if (!hash.ok) return hash
        const spared = { sessionId: caller.sessionId, deviceId: body.deviceId }
        const isStored = await inAccount(deps.database, scope.accountId, async (tx) => {
          if (!(await lockPassword(tx, scope, oldHash))) return false
          await storePassword(tx, deps, scope, hash.value, spared)
          return true
        })
        if (!isStored) return refuse('ACCESS_CURRENT_PASSWORD_WRONG', { field: 'current' })
        deps.mailQueued()
        return succeed(undefined)
      },
    ),
  ]
}

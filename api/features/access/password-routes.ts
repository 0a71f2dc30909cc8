import { succeed } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { changePasswordCall, readPasswordLinkCall, renewPasswordCall, setPasswordCall } from '#sync/calls/access.ts'
import type { AccessDeps } from './access-deps.ts'
import { findPasswordLink } from './find-queries.ts'
import { readPasswordHash, usePasswordLink } from './password-queries.ts'
import { renewPassword } from './renew-password.ts'
import { acceptPassword, storePassword } from './store-password.ts'

/** Renewal by mail and change of the password. */
export function createPasswordRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  const findLink = async (token: string) =>
    isToken(token, 'passwordLink') ? findPasswordLink(deps.database, hashToken(token)) : null

  return [
    route({ ...renewPasswordCall, permission: 'none', summary: 'Ask for a new password' }, async ({ body, http }) =>
      renewPassword(deps, body.email, http.address),
    ),

    route({ ...readPasswordLinkCall, permission: 'none', summary: 'Whether a password link works' }, async (call) => {
      const link = await findLink(call.params.token)
      if (link === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
      return succeed({ expiresAt: link.expires_at.toISOString() })
    }),

    route({ ...setPasswordCall, permission: 'none', summary: 'Set a password by link' }, async ({ params, body }) => {
      const link = await findLink(params.token)
      if (link === null) return refuse('ACCESS_PASSWORD_LINK_INVALID')
      const hash = await acceptPassword(deps, body.password, link.password_hash)
      if (!hash.ok) return hash
      const scope = { accountId: link.account_id, userId: link.user_id }
      const isFirst = await inAccount(deps.database, scope.accountId, async (tx) => {
        if (!(await usePasswordLink(tx, { ...scope, linkId: link.id }, deps.now()))) return false
        await storePassword(tx, deps, scope, hash.value, { sessionId: null, deviceId: undefined })
        return true
      })
      if (!isFirst) return refuse('ACCESS_PASSWORD_LINK_INVALID')
      await deps.throttle.clear('signInByEmail', link.email)
      deps.mailQueued()
      return succeed(undefined)
    }),

    route({ ...changePasswordCall, permission: 'session', summary: 'Change the own password' }, async (call) => {
      const { caller, body } = call
      const waitSeconds = await deps.throttle.hit({ passwordChangeByUser: caller.userId })
      if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
      const scope = { accountId: caller.homeAccountId, userId: caller.userId }
      const oldHash = await inAccount(deps.database, scope.accountId, (tx) => readPasswordHash(tx, scope))
      if (!(await deps.hasher.verify(oldHash, body.current))) {
        return refuse('ACCESS_CURRENT_PASSWORD_WRONG', { field: 'current' })
      }
      const hash = await acceptPassword(deps, body.password, oldHash)
      if (!hash.ok) return hash
      const spared = { sessionId: caller.sessionId, deviceId: body.deviceId }
      await inAccount(deps.database, scope.accountId, (tx) => storePassword(tx, deps, scope, hash.value, spared))
      deps.mailQueued()
      return succeed(undefined)
    }),
  ]
}

import { succeed } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { readCurrentOrganizationCall, readPermissionsCall } from '#sync/calls/access.ts'
import type { AccessDeps } from './access-deps.ts'
import { frontPermissions } from './authenticated-user.ts'
import { placedIn } from './open-client.ts'
import { loadSignedInUser } from './signed-in-user-queries.ts'

/** Permissions and current organization of the signed-in user. */
export function createUserFactsRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  /** Users read these facts of themselves; another id is answered like an unknown one. */
  const own = async (caller: Session, id: string) => {
    if (id !== caller.userId) return null
    const { homeAccountId: accountId, userId, module } = caller
    const user = await inAccount(deps.database, accountId, (tx) => loadSignedInUser(tx, { accountId, userId, module }))
    if (user === null) return null
    const place = { viewedAccountId: caller.accountId, module }
    return inAccount(deps.database, caller.accountId, (tx) => placedIn(tx, user, place))
  }

  return [
    route({ ...readPermissionsCall, permission: 'session', summary: 'Permissions by module' }, async (call) => {
      const user = await own(call.caller, call.params.id)
      if (user === null) return refuse('REQUEST_NOT_FOUND')
      return succeed({ module: call.caller.module, frontPermissions: frontPermissions(user) })
    }),

    route({ ...readCurrentOrganizationCall, permission: 'session', summary: 'Entity worked in' }, async (call) => {
      const user = await own(call.caller, call.params.id)
      if (user === null || user.organization === null) return refuse('REQUEST_NOT_FOUND')
      return succeed(user.organization)
    }),
  ]
}

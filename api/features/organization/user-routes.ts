import { succeed } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { listUsersCall, readUserCall } from '#sync/calls/organization.ts'
import type { OrganizationDeps } from './organization-routes.ts'
import { listUsers, readUser } from './user-queries.ts'

/** Users of the caller's branch, to read. */
export function createUserRoutes({ database }: OrganizationDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...listUsersCall, permission: 'user.list', summary: 'Users', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => listUsers(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route({ ...readUserCall, permission: 'user.list', summary: 'One user' }, async ({ caller, params }) => {
      const found = await inAccount(database, caller.accountId, (tx) => readUser(tx, caller, params.id))
      return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
    }),
  ]
}

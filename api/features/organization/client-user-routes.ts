import { inAccount } from '#api/db/in-account.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { isOfAccount } from '#domain/organization/user-rules.ts'
import * as calls from '#sync/calls/user.ts'
import * as changes from './user-changes.ts'
import type { UserDeps } from './user-deps.ts'
import { listUsers } from './user-queries.ts'
import { readName, readPlatformAccount } from './user-record-queries.ts'
import { nameOfCaller, writing } from './user-routes.ts'

const missing = 'CLIENT_ADMINISTRATION_MISSING' as const

/**
 * Users of any client, created by an administrator of clients (ORG-34). The login of client administration reads
 * whether the client exists; its users are written inside its account, by the login that may do so.
 */
export function createClientUserRoutes(deps: UserDeps): readonly DeclaredRoute[] {
  const { database } = deps
  // The platform's own account is no client, and its users are written in the same way.
  const nameOf = async (accountId: string) => {
    if (accountId === (await readPlatformAccount(database)))
      return succeed({ name: await inAccount(database, accountId, (tx) => readName(tx, accountId)), isPlatform: true })
    return asAdministration(database, async (tx) => {
      const row = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
      return row === undefined ? refuse('REQUEST_NOT_FOUND') : succeed({ ...row, isPlatform: false })
    })
  }
  const of = async <T>(
    caller: Session,
    accountId: string,
    run: (
      writer: changes.UserWriter & { readonly name: string; readonly isPlatform: boolean },
    ) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    const found = await nameOf(accountId)
    if (!found.ok) return found
    const { userId, userType, permissions } = caller
    return run({ userId, userType, permissions, accountId, organizationId: null, ...found.value })
  }
  return [
    route(
      { ...calls.readPlatformCall, permission: 'user.assign_admin', summary: 'The account of the platform' },
      async () => succeed({ accountId: await readPlatformAccount(database) }),
    ),

    route(
      {
        ...calls.listClientUsersCall,
        permission: 'client.list',
        summary: 'Users of a client',
        answerType: 'application/ld+json',
        refusals: [missing],
      },
      async ({ caller, params, query }) =>
        of(caller, params.id, async (writer) => {
          const found = await inAccount(database, params.id, (tx) => listUsers(tx, writer, query))
          return succeed(collectionOf(found.members, found.total))
        }),
    ),

    route(
      {
        ...calls.clientWorkplacesCall,
        permission: 'client.list',
        summary: 'Entities of a client that users work in',
        refusals: [missing],
      },
      async ({ caller, params }) =>
        of(caller, params.id, async ({ isPlatform, ...writer }) => {
          const entities = await inAccount(database, params.id, (tx) =>
            tx
              .selectFrom('organization')
              .select(['id', 'common_name as commonName', 'type', 'status'])
              .where('account_id', '=', params.id)
              .orderBy('common_name')
              .orderBy('id')
              .execute(),
          )
          const types = changes.assignableFor(writer).filter((type) => isOfAccount(type, { isPlatform }))
          return succeed({ name: writer.name, types, entities })
        }),
    ),

    route(
      { ...calls.readClientUserCall, permission: 'client.list', summary: 'One user of a client', refusals: [missing] },
      async ({ caller, params, answerHeaders }) => {
        const found = await of(caller, params.id, async (writer) =>
          succeed(await inAccount(database, params.id, (tx) => changes.readDetail(tx, writer, params.userId))),
        )
        return found.ok ? versioned(answerHeaders, found.value) : found
      },
    ),

    route(
      {
        ...calls.createClientUserCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'Add a user to a client',
        refusals: [...changes.writeRefusals, missing],
      },
      async ({ caller, params, body, answerHeaders }) => {
        const made = await of(caller, params.id, (writer) =>
          writing(deps, () => inAccount(database, params.id, (tx) => changes.createUser(tx, deps, writer, body))),
        )
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchClientUserCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'Change a user of a client',
        refusals: [...changes.changeRefusals, missing],
      },
      async ({ caller, params, body, http, answerHeaders }) => {
        const change = { id: params.userId, patch: body, headers: http.headers }
        const changed = await of(caller, params.id, (writer) =>
          writing(deps, () => inAccount(database, params.id, (tx) => changes.changeUser(tx, deps, writer, change))),
        )
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.inviteClientUserCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'Send a user of a client the link to choose the first password again',
        refusals: ['USER_OUT_OF_REACH', 'USER_INVITATION_NOT_DUE', missing],
      },
      async ({ caller, params }) =>
        of(caller, params.id, (writer) =>
          writing(deps, () =>
            inAccount(database, params.id, (tx) => changes.inviteUser(tx, deps, writer, params.userId)),
          ),
        ),
    ),

    route(
      {
        ...calls.resetClientCodesCall,
        permission: 'client.update',
        freshProof: true,
        summary: 'End the one-time codes of a user of a client',
        refusals: ['USER_OUT_OF_REACH', 'USER_OWN_ACCESS', 'ACCESS_CODES_OFF', missing],
      },
      async ({ caller, params }) =>
        of(caller, params.id, async (writer) => {
          const actorName = await nameOfCaller(database, caller)
          return inAccount(database, params.id, (tx) =>
            changes.resetCodes(tx, deps, { ...writer, actorName }, params.userId),
          )
        }),
    ),
  ]
}

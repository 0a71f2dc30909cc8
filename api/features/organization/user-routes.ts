import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readEmail } from '#api/db/user-codes.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { assignableByModule, isOfAccount } from '#domain/organization/user-rules.ts'
import { listUsersCall } from '#sync/calls/organization.ts'
import * as calls from '#sync/calls/user.ts'
import * as changes from './user-changes.ts'
import type { UserDeps } from './user-deps.ts'
import { listUsers } from './user-queries.ts'
import { isPlatform as readIsPlatform } from './user-record-queries.ts'

/** Users of the caller's branch (ORG-31 to ORG-42). */
export function createUserRoutes(deps: UserDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      { ...listUsersCall, permission: 'user.list', summary: 'Users', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => listUsers(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.assignableUserTypesCall, permission: 'user.list', summary: 'User types that the caller may give' },
      async ({ caller }) => {
        const isPlatform = await inAccount(database, caller.accountId, (tx) => readIsPlatform(tx, caller.accountId))
        const mine = mayWrite(caller) ? changes.assignableFor(caller) : []
        const types = mine.filter((type) => isOfAccount(type, { isPlatform }))
        return succeed({ types: [...types], modules: assignableByModule(types) })
      },
    ),

    route(
      { ...calls.readUserCall, permission: 'user.list', summary: 'One user' },
      async ({ caller, params, answerHeaders }) => {
        const found = await inAccount(database, caller.accountId, (tx) => changes.readDetail(tx, caller, params.id))
        return versioned(answerHeaders, found)
      },
    ),

    route(
      {
        ...calls.createUserCall,
        permission: 'user.write',
        freshProof: true,
        summary: 'Add a user',
        refusals: changes.writeRefusals,
      },
      async ({ caller, body, answerHeaders }) => {
        const made = await writing(deps, () =>
          inAccount(database, caller.accountId, (tx) => changes.createUser(tx, deps, caller, body)),
        )
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchUserCall,
        permission: 'user.write',
        freshProof: true,
        summary: 'Change a user',
        refusals: changes.changeRefusals,
      },
      async ({ caller, params, body, http, answerHeaders }) => {
        const change = { id: params.id, patch: body, headers: http.headers }
        const changed = await writing(deps, () =>
          inAccount(database, caller.accountId, (tx) => changes.changeUser(tx, deps, caller, change)),
        )
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.inviteUserCall,
        permission: 'user.write',
        freshProof: true,
        summary: 'Send the link to choose the first password again',
        refusals: ['USER_OUT_OF_REACH', 'USER_INVITATION_NOT_DUE'],
      },
      async ({ caller, params }) =>
        writing(deps, () =>
          inAccount(database, caller.accountId, (tx) => changes.inviteUser(tx, deps, caller, params.id)),
        ),
    ),

    route(
      {
        ...calls.resetCodesCall,
        permission: 'user.write',
        freshProof: true,
        summary: 'End the one-time codes of a user',
        refusals: ['USER_OUT_OF_REACH', 'USER_OWN_ACCESS', 'ACCESS_CODES_OFF'],
      },
      async ({ caller, params }) => {
        const actorName = await nameOfCaller(database, caller)
        return inAccount(database, caller.accountId, (tx) =>
          changes.resetCodes(tx, deps, { ...caller, actorName }, params.id),
        )
      },
    ),
  ]
}

/** The e-mail of who calls, from the account in which the caller lives. */
export async function nameOfCaller(database: Database, { homeAccountId, userId }: Session): Promise<string> {
  return inAccount(database, homeAccountId, (tx) => readEmail(tx, { accountId: homeAccountId, userId }), {
    readOnly: true,
  })
}

function mayWrite({ permissions }: Session): boolean {
  return permissions.includes('user.write')
}

/** Runs a change of users: an e-mail address that another user has is refused, and queued mail is sent. */
export async function writing<T>(
  { mailQueued }: Pick<UserDeps, 'mailQueued'>,
  run: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const done = await run().catch((error: unknown) => {
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'user_account_email_key'
    if (isTaken) return refuse('USER_EMAIL_TAKEN', { field: 'email' })
    throw error
  })
  if (done.ok) mailQueued()
  return done
}

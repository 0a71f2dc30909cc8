import { sql } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { FirstUser } from '#domain/settings/client.schema.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { createUser } from './user-changes.ts'
import type { UserDeps } from './user-deps.ts'
import { readSeenEmails } from './user-queries.ts'
import { writing } from './user-routes.ts'

type Made = Promise<Result<undefined, Failure>>

/** Makes the users that a client begins with, and mails each the link to choose a password. */
export function createFirstUsers(deps: UserDeps) {
  const { database } = deps
  return {
    /** Refuses the first one whose address is in use elsewhere than in the account that is made. */
    check: async (users: readonly FirstUser[], accountId: string | undefined): Made => {
      for (const [at, { email }] of users.entries()) {
        const { rows } = await sql<{ owner: string }>`
          select account_id as owner from auth_find_user(${email})`.execute(database.app)
        if (rows.some(({ owner }) => owner !== accountId))
          return refuse('USER_EMAIL_TAKEN', { field: `firstUsers.${at}.email` })
      }
      return succeed(undefined)
    },

    /** One by one, each in a transaction of its own; those that a request before has made are left as they are. */
    invite: async (
      { userId, userType, permissions }: Session,
      { accountId, organizationId }: { readonly accountId: string; readonly organizationId: string },
      users: readonly FirstUser[],
    ): Made => {
      const writer = { userId, userType, permissions, accountId, organizationId: null }
      for (const [at, { type, ...person }] of users.entries()) {
        const rest = { status: 'active', language: null, forceConnectionBySso: false } as const
        const user = { ...person, ...rest, modules: { root: { type, organizationId } } }
        const made = await writing(deps, () =>
          inAccount(database, accountId, async (tx): Promise<Result<unknown, Failure>> => {
            const isThere = (await readSeenEmails(tx, writer, [user.email])).size > 0
            return isThere ? succeed(undefined) : createUser(tx, deps, writer, user)
          }),
        )
        if (made.ok) continue
        const field = made.error.field?.split('.').at(-1) ?? 'type'
        return { ok: false, error: { ...made.error, field: `firstUsers.${at}.${field}` } }
      }
      return succeed(undefined)
    },
  }
}

import { sql, type Transaction } from 'kysely'
import { readTopEntity } from '#api/db/top-entity.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Module } from '#domain/organization/module.ts'
import type { SignedInUser } from './authenticated-user.ts'
import { loadCurrentOrganization } from './signed-in-user-queries.ts'

/**
 * Opens a client to one of the platform's administrators; in a transaction of the platform's account. From then on the
 * client has a row that stands in for the administrator; what the administrator writes there names that row.
 */
export async function openClient(
  tx: Transaction<Tables>,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
): Promise<Result<string, Failure>> {
  const { rows } = await sql<{ state: 'active' | 'inactive' | 'unknown' }>`
    select platform_open_client(${userId}, ${clientId}) as state`.execute(tx)
  switch (rows[0]?.state) {
    case 'active':
      return succeed(clientId)
    case 'inactive':
      return refuse('ACCESS_CLIENT_INACTIVE', { field: 'accountId' })
    default:
      return refuse('REQUEST_NOT_FOUND', { field: 'accountId' })
  }
}

/** The user in the account viewed, in a transaction of that one: the platform's work at the head office of a client. */
export async function placedIn(
  tx: Transaction<Tables>,
  user: SignedInUser,
  { viewedAccountId: accountId, module }: { readonly viewedAccountId: string; readonly module: Module },
): Promise<SignedInUser> {
  if (!user.isPlatform || accountId === user.accountId) return user
  const organizationId = await readTopEntity(tx, accountId)
  const scope = { accountId, module }
  return {
    ...user,
    organization: organizationId === null ? null : await loadCurrentOrganization(tx, { ...scope, organizationId }),
  }
}

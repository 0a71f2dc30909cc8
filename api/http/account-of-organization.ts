import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readTopEntity } from '#api/db/top-entity.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { asAdministration } from './as-administration.ts'
import type { Identity } from './caller.ts'
import { refuse, type Failure } from './failure.ts'

/**
 * The account that is meant by an organization: the one worked in where none is named, or where its own id
 * or its head office is. Administrators of clients name any client in the same way; everything else is unknown.
 */
export async function accountOfOrganization(
  database: Database,
  { accountId, permissions }: Pick<Identity, 'accountId' | 'permissions'>,
  organizationId: string | undefined,
): Promise<Result<string, Failure>> {
  if (organizationId === undefined || organizationId === accountId) return succeed(accountId)
  const top = await inAccount(database, accountId, (tx) => readTopEntity(tx, accountId), { readOnly: true })
  if (organizationId === top) return succeed(accountId)
  if (!permissions.includes('client.update')) return unknown
  return asAdministration(database, async (tx) => {
    const named = await tx
      .selectFrom('organization')
      .select('account_id')
      .where('type', '=', 'root_management_unit')
      .where((eb) => eb.or([eb('id', '=', organizationId), eb('account_id', '=', organizationId)]))
      .limit(1)
      .executeTakeFirst()
    return named === undefined ? unknown : succeed(named.account_id)
  })
}

const unknown = refuse('REQUEST_NOT_FOUND', { field: 'organizationId' })

import { sql, type Transaction } from 'kysely'
import type { UserType } from '#domain/organization/user-type.ts'
import type { Tables } from './tables.ts'

/** Serialises changes to the administrators of an account. */
export async function lockAdmins(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/**
 * Types of the other active users that give access to all others: managers of the account's own head office, and
 * administrators of the installation.
 */
export async function readOtherAdmins(
  tx: Transaction<Tables>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<readonly UserType[]> {
  const { rows } = await sql<{ manager: boolean; administrator: boolean }>`
    select platform_has_other_administrator(${userId}) as administrator, exists (
      select 1 from user_module m
      join user_account u on u.account_id = m.account_id and u.id = m.user_id
      where m.account_id = ${accountId} and m.user_id <> ${userId} and u.status = 'active'
        and m.user_type = 'root_management_unit_manager') as manager`.execute(tx)
  const [others] = rows
  return [
    ...(others?.administrator === true ? (['admin'] as const) : []),
    ...(others?.manager === true ? (['root_management_unit_manager'] as const) : []),
  ]
}

import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'

/** Whether a buyer works with the account: nobody else could pay its customers. */
export async function hasLinkedBuyer(tx: Transaction<Tables>, scope: { readonly accountId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('account_link')
    .select('buyer_account_id')
    .where('account_id', '=', scope.accountId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import type { Transaction } from 'kysely'
import type { UserType } from '#domain/organization/user-type.ts'
import { keeperTypes } from '#domain/organization/user-rules.ts'
import type { Tables } from './tables.ts'

/** Lets one change at a time decide who keeps an account open to others. */
export async function lockKeepers(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Types of the other active users that keep an account open to others. */
export async function readOtherKeepers(
  tx: Transaction<Tables>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<readonly UserType[]> {
  const rows = await tx
    .selectFrom('user_module')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.account_id', '=', 'user_module.account_id')
        .onRef('user_account.id', '=', 'user_module.user_id'),
    )
    .select('user_module.user_type')
    .distinct()
    .where('user_module.account_id', '=', accountId)
    .where('user_module.user_id', '<>', userId)
    .where('user_module.user_type', 'in', keeperTypes)
    .where('user_account.status', '=', 'active')
    .execute()
  return rows.map(({ user_type }) => user_type)
}

import type { Transaction } from 'kysely'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import type { Tables } from './tables.ts'

/** Whether the account's categories may absorb differences of price. */
export async function hasAbsorption(
  tx: Transaction<Tables>,
  { accountId }: { readonly accountId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select('enabled_premium_features')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return hasFeature(row?.enabled_premium_features ?? [], 'absorption')
}

import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import type { TransferOrderTermsAnswer } from '#sync/calls/transfer-order.ts'

/** The terms of an account's transfer orders, locked for a change where that is said. */
export async function readTerms(
  tx: Transaction<Tables>,
  accountId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<TransferOrderTermsAnswer | null> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select(['version', 'transfer_order_terms', 'enabled_premium_features'])
    .where('account_id', '=', accountId)
    .$if(options.forUpdate === true, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  const isActive = hasFeature(row.enabled_premium_features, 'custom_transfer_order')
  return { version: row.version, terms: row.transfer_order_terms, isActive }
}

/** Writes the account's own terms; null for the product's. */
export async function updateTerms(tx: Transaction<Tables>, accountId: string, terms: string | null): Promise<void> {
  await tx
    .updateTable('organization_root_detail')
    .set({ transfer_order_terms: terms })
    .where('account_id', '=', accountId)
    .execute()
}

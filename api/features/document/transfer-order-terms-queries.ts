import { sql, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import type { Tables } from '#api/db/tables.ts'
import { standardTerms } from '#api/documents/standard-terms-queries.ts'
import { termsToKeep } from '#domain/document/transfer-order-terms.ts'
import { onlyFields } from '#domain/kernel/translations.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import {
  transferOrderTexts,
  type TransferOrderTermsAnswer,
  type TransferOrderTermsPatch,
} from '#sync/calls/transfer-order.ts'

/** The terms of an account's transfer orders, locked for a change where that is said. */
export async function readTerms(
  tx: Transaction<Tables>,
  accountId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<TransferOrderTermsAnswer | null> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select(['version', 'transfer_order_terms', 'enabled_premium_features', 'translations'])
    .where('account_id', '=', accountId)
    .$if(options.forUpdate === true, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return null
  const isActive = hasFeature(row.enabled_premium_features, 'custom_transfer_order')
  const translations = onlyFields(row.translations, transferOrderTexts)
  return { version: row.version, terms: row.transfer_order_terms, translations, isActive }
}

/** Writes what of the terms differs from the product's; null for the product's, which are there in each language. */
export async function updateTerms(
  tx: Transaction<Tables>,
  accountId: string,
  patch: TransferOrderTermsPatch,
): Promise<void> {
  const { language } = await tx
    .selectFrom('account')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { terms, translations } = termsToKeep(patch, language, standardTerms)
  await tx
    .updateTable('organization_root_detail')
    .set({
      transfer_order_terms: terms,
      translations: mergedTranslations(accountId, translations, sql.ref('translations')),
    })
    .where('account_id', '=', accountId)
    .execute()
}

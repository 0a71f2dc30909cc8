import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { standardToKeep, type LanguageChange } from '#domain/document/transfer-order-terms.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import { onlyFields } from '#domain/kernel/translations.ts'
import { documentTexts } from './document-texts.ts'

/** The terms of transfer orders that the product has, in each language. */
export const standardTerms = Object.fromEntries(
  languages.map((language) => [language, documentTexts[language].buyback.defaultTerms]),
) as Record<Language, string>

/**
 * Writes the product's standard beside terms that are there in one language alone, where that is about to become the
 * account's: readers of another one are given the standard as before.
 */
export async function keepStandardTerms(
  tx: Transaction<Tables>,
  accountId: string,
  change: LanguageChange,
): Promise<void> {
  if (change.from === change.to) return
  const present = await tx
    .selectFrom('organization_root_detail')
    .select(['transfer_order_terms as terms', 'translations'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (present === undefined) return
  const { terms, translations } = present
  const kept = standardToKeep({ terms, translations: onlyFields(translations, ['terms']) }, change, standardTerms)
  if (kept === null) return
  // The account itself may have another language: the settings of a copy are still in that of its source.
  await sql`update organization_root_detail set transfer_order_terms = ${kept.terms},
      translations = merged_translations(translations, ${JSON.stringify(kept.translations)}::jsonb, ${change.from})
    where account_id = ${accountId}`.execute(tx)
}

import { sql, type RawBuilder } from 'kysely'
import type { Translations, TranslationsChange } from '#domain/kernel/translations.ts'

/**
 * The translations of a row, whose column is `present`, as a change leaves them: SQL, so that two changes of one row do
 * not lose each other's. Entries in the account's own language are not kept.
 */
export function mergedTranslations(
  accountId: string,
  given: TranslationsChange | undefined,
  present: RawBuilder<unknown> = sql`'{}'::jsonb`,
): RawBuilder<Translations> {
  return sql`merged_translations(${present}, ${JSON.stringify(given ?? {})}::jsonb,
    (select a.language from account a where a.id = ${accountId}))`
}

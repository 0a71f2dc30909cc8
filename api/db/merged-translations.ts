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
  return merged(accountId, present, sql`${JSON.stringify(given ?? {})}::jsonb`)
}

/** The same for the rows `n` of a set, each of which has its change in a column `translations`. */
export function mergedTranslationsOfRows(accountId: string, present: RawBuilder<unknown>): RawBuilder<Translations> {
  return merged(accountId, present, sql`coalesce(n.translations, '{}')`)
}

/** Those of rows `n` that are new; most have none, and calling the function for each takes longer than its label. */
export function translationsOfNewRows(accountId: string): RawBuilder<Translations> {
  return sql`case when coalesce(n.translations, '{}') = '{}' then '{}'
    else ${mergedTranslationsOfRows(accountId, sql`'{}'::jsonb`)} end`
}

function merged(accountId: string, present: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<Translations> {
  return sql`merged_translations(${present}, ${given}, (select a.language from account a where a.id = ${accountId}))`
}

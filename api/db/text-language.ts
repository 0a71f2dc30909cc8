import type { Transaction } from 'kysely'
import type { Language } from '#domain/kernel/languages.ts'
import type { Tables } from './tables.ts'

/** The language of the texts that stand in the account's own columns (decision 0040). */
export async function readTextLanguage(tx: Transaction<Tables>, accountId: string): Promise<Language> {
  const { language } = await tx
    .selectFrom('account')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return language
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { documentLanguage } from '#api/documents/document-texts.ts'
import { defaultLanguage, type Language } from '#domain/kernel/languages.ts'

/** How a register is written, and whose it is. */
export interface Heading {
  readonly language: Language
  readonly timeZone: string
  readonly accountName: string
}

/** The heading in the reader's language; in the account's where no user reads. */
export async function readHeading(
  tx: Transaction<Tables>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string | null },
): Promise<Heading> {
  const found = await sql<{ own: string | null; language: Language; timeZone: string; accountName: string }>`
    select a.language, a.time_zone as "timeZone", a.name as "accountName",
      (select u.language from user_account u where u.account_id = a.id and u.id = ${userId}::uuid) as own
    from account a where a.id = ${accountId}`.execute(tx)
  const [row] = found.rows
  return {
    language: documentLanguage(row?.own ?? null, row?.language ?? defaultLanguage),
    timeZone: row?.timeZone ?? 'Europe/Paris',
    accountName: row?.accountName ?? '',
  }
}

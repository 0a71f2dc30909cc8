import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { legalFilePath, type putLegalFileCall } from '#sync/calls/legal-file.ts'

type Tx = Transaction<Tables>
type Answer = z.input<typeof putLegalFileCall.answer>

/** Which file of an account. */
export interface LegalFileKey {
  readonly document: LegalFileDocument
  /** The account's own where it is not said. */
  readonly language: Language | undefined
}

const languageOf = (accountId: string, language: Language | undefined) =>
  sql<Language>`coalesce(${language ?? null}, (select a.language from account a where a.id = ${accountId}))`

/** The PDF files of an account's legal texts. */
export async function listLegalFiles(tx: Tx, accountId: string): Promise<Answer[]> {
  const rows = await tx
    .selectFrom('legal_file')
    .select(['document', 'language', 'id', 'created_at', sql<number>`octet_length(bytes)`.as('size')])
    .where('account_id', '=', accountId)
    .orderBy('document')
    .orderBy('language')
    .execute()
  return rows.map(({ document, language, id, created_at, size }) => ({
    document,
    language,
    path: legalFilePath(id),
    bytes: size,
    version: created_at.getTime(),
    createdAt: created_at.toISOString(),
  }))
}

/**
 * The version of a PDF that is there, null where there is none. Until the transaction ends, no other one gives or takes
 * away a file of the account.
 */
export async function lockLegalFile(
  tx: Tx,
  accountId: string,
  { document, language }: LegalFileKey,
): Promise<{ readonly version: number } | null> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const present = await tx
    .selectFrom('legal_file')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('document', '=', document)
    .where('language', '=', languageOf(accountId, language))
    .executeTakeFirst()
  return present === undefined ? null : { version: present.created_at.getTime() }
}

/** Keeps a PDF in place of the one there in its language, under an address of its own. */
export async function putLegalFile(
  tx: Tx,
  accountId: string,
  { document, language, bytes, now }: LegalFileKey & { readonly bytes: Buffer; readonly now: Date },
): Promise<Answer> {
  const row = { id: newId(), bytes, created_at: now }
  const kept = await tx
    .insertInto('legal_file')
    .values({ account_id: accountId, document, language: languageOf(accountId, language), ...row })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'document', 'language']).doUpdateSet({
        ...row,
        // Its version, which rises even where two come within a millisecond.
        created_at: sql<Date>`greatest(excluded.created_at, legal_file.created_at + interval '1 millisecond')`,
      }),
    )
    .returning(['language', 'created_at'])
    .executeTakeFirstOrThrow()
  return {
    document,
    language: kept.language,
    path: legalFilePath(row.id),
    bytes: bytes.byteLength,
    version: kept.created_at.getTime(),
    createdAt: kept.created_at.toISOString(),
  }
}

/** Forgets the PDF of a text in a language. */
export async function deleteLegalFile(tx: Tx, accountId: string, { document, language }: LegalFileKey): Promise<void> {
  await tx
    .deleteFrom('legal_file')
    .where('account_id', '=', accountId)
    .where('document', '=', document)
    .where('language', '=', languageOf(accountId, language))
    .execute()
}

/** The bytes of a PDF, which everybody may read; null for an id that names none. */
export async function readPublicLegalFile(database: Pick<Database, 'app'>, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer | null }>`select public_legal_file(${id}) as bytes`.execute(database.app)
  return rows[0]?.bytes ?? null
}

import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { LegalFileDocument } from '#domain/configuration/legal-file.ts'
import { legalFilePath, type putLegalFileCall } from '#sync/calls/legal-file.ts'

type Tx = Transaction<Tables>
type Answer = z.input<typeof putLegalFileCall.answer>

/** The PDF files of an account's legal texts. */
export async function listLegalFiles(tx: Tx, accountId: string): Promise<Answer[]> {
  const rows = await tx
    .selectFrom('legal_file')
    .select(['document', 'id', 'created_at', sql<number>`octet_length(bytes)`.as('size')])
    .where('account_id', '=', accountId)
    .orderBy('document')
    .execute()
  return rows.map(({ document, id, created_at, size }) => ({
    document,
    path: legalFilePath(id),
    bytes: size,
    createdAt: created_at.toISOString(),
  }))
}

/** Keeps a PDF in place of the one there, under an address of its own. */
export async function putLegalFile(
  tx: Tx,
  accountId: string,
  { document, bytes, now }: { readonly document: LegalFileDocument; readonly bytes: Buffer; readonly now: Date },
): Promise<Answer> {
  const row = { id: newId(), bytes, created_at: now }
  await tx
    .insertInto('legal_file')
    .values({ account_id: accountId, document, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'document']).doUpdateSet(row))
    .execute()
  return { document, path: legalFilePath(row.id), bytes: bytes.byteLength, createdAt: now.toISOString() }
}

/** Forgets the PDF of a text; false where there is none. */
export async function deleteLegalFile(tx: Tx, accountId: string, document: LegalFileDocument): Promise<boolean> {
  const gone = await tx
    .deleteFrom('legal_file')
    .where('account_id', '=', accountId)
    .where('document', '=', document)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** The bytes of a PDF, which everybody may read; null for an id that names none. */
export async function readPublicLegalFile(database: Pick<Database, 'app'>, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer | null }>`select public_legal_file(${id}) as bytes`.execute(database.app)
  return rows[0]?.bytes ?? null
}

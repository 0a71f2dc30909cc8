import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { LinesDone } from '#domain/catalog-files/import-line.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** Keeps what is said of lines: why they are left out, and what is to be known of the others. */
export async function saveLineNotices(
  tx: Tx,
  { accountId }: ImportScope,
  id: string,
  { ignored, notices }: Pick<LinesDone, 'ignored' | 'notices'>,
): Promise<void> {
  const told = [
    ...ignored.map((one) => ({ ...one, isNotice: false })),
    ...notices.map((one) => ({ ...one, isNotice: true })),
  ]
  if (told.length > 0)
    // One value for all of them: a question may have more lines than a statement has parameters.
    await sql`
      insert into catalog_import_ignored (account_id, import_id, line, code, field, value, other, reference, is_notice, place)
      select ${accountId}, ${id}, n.line, n.code, n.field, n.value, left(n.other, 400), left(n.reference, 120), n."isNotice",
        row_number() over (partition by n.line)
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as n (line int, code text, field text, value text,
        other text, reference text, "isNotice" boolean)`.execute(tx)
}

/** All lines that an import has ignored, in the order of the file. */
export async function allIgnored(tx: Tx, { accountId }: ImportScope, id: string) {
  return tx
    .selectFrom('catalog_import_ignored')
    .select(['line', 'code', 'field', 'value', 'other'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', id)
    .where('is_notice', '=', false)
    .orderBy('line')
    .orderBy('place')
    .execute()
}

/** Lines of an import that are ignored so far. */
export async function countIgnored(tx: Tx, { accountId }: ImportScope, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select lines_ignored as n from catalog_import where account_id = ${accountId} and id = ${id}`.execute(tx)
  return rows[0]?.n ?? 0
}

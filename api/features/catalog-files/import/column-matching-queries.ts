import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Tables } from '#api/db/tables.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
import { rememberedName } from '#domain/catalog-files/import-columns.ts'
import type { matchColumnsCall } from '#sync/calls/catalog-import.ts'
import type { ImportScope } from './import-queries.ts'
import type { FileOwner } from './plan-import.ts'

type Tx = Transaction<Tables>

/** Of whom a file is. Files of a content are matched as the account has said; those of a buyer by their names alone. */
export async function readFileOwner(
  tx: Tx,
  { accountId }: ImportScope,
  content: CatalogContent | null,
): Promise<FileOwner> {
  const own = await readTextLanguage(tx, accountId)
  if (content === null) return { own, matching: {} }
  const rows = await tx
    .selectFrom('catalog_column_matching')
    .select(['name', 'column_name as column'])
    .where('account_id', '=', accountId)
    .where('content', '=', content)
    .execute()
  return { own, matching: Object.fromEntries(rows.map(({ name, column }) => [name, column])) }
}

/** Names of columns that an account keeps of one content; the rest are forgotten. */
const mostNames = 500

/** Keeps what a person has said of the columns of such files, in place of what was said of the same names. */
export async function keepMatching(
  tx: Tx,
  { accountId }: ImportScope,
  { content, columns }: z.output<typeof matchColumnsCall.body>,
): Promise<void> {
  const said = columns.map(({ name, column }) => ({ name: rememberedName(name), column }))
  const kept = new Map(said.filter(({ name }) => name !== '').map((one) => [one.name, one]))
  await sql`
    insert into catalog_column_matching (account_id, content, name, column_name)
    select ${accountId}, ${content}, n.name, coalesce(n.column, '')
    from jsonb_to_recordset(${JSON.stringify([...kept.values()])}::jsonb) as n (name text, "column" text)
    where n.name in (select m.name from catalog_column_matching m
        where m.account_id = ${accountId} and m.content = ${content})
      or (select count(*) from catalog_column_matching m
        where m.account_id = ${accountId} and m.content = ${content}) < ${mostNames}
    on conflict (account_id, content, name) do update set column_name = excluded.column_name`.execute(tx)
}

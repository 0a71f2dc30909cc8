import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Tables } from '#api/db/tables.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { rememberedName } from '#domain/catalog-files/import-columns.ts'
import type { matchColumnsCall } from '#sync/calls/catalog-import.ts'
import type { ImportBuyer } from './import-queries.ts'
import type { FileOwner } from './plan-import.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** Whose files are matched as said: those of the account itself, or the price lists of a buyer. */
interface MatchedFiles {
  readonly content: CatalogContent
  readonly buyer: ImportBuyer | null
}

/** Of whom a file is. Files of a content are matched as the account has said, those of a buyer as that buyer has. */
export async function readFileOwner(tx: Tx, scope: ImportScope, { content, buyer }: MatchedFiles): Promise<FileOwner> {
  const own = await readTextLanguage(tx, scope.accountId)
  const { rows } = await sql<{ name: string; column: string }>`
    select m.name, m.column_name as column ${saidOf(scope, { content, buyer })}`.execute(tx)
  return { own, matching: Object.fromEntries(rows.map(({ name, column }) => [name, column])) }
}

/** What is said of the columns of such files. */
function saidOf({ accountId }: ImportScope, { content, buyer }: MatchedFiles): RawBuilder<unknown> {
  return buyer === null
    ? sql`from catalog_column_matching m where m.account_id = ${accountId} and m.content = ${content}`
    : sql`from buyer_column_matching m where m.account_id = ${accountId}
        and m.buyer_organization_id = ${buyer.organizationId} and m.content = ${content}`
}

/** Names of columns that are kept of one content; the rest are forgotten. */
const mostNames = 500

/** Keeps what a person has said of the columns of such files, in place of what was said of the same names. */
export async function keepMatching(
  tx: Tx,
  scope: ImportScope,
  { content, columns, buyer }: MatchedFiles & Pick<z.output<typeof matchColumnsCall.body>, 'columns'>,
): Promise<void> {
  const { accountId } = scope
  const said = columns.map(({ name, column }) => ({ name: rememberedName(name), column }))
  const kept = new Map(said.filter(({ name }) => name !== '').map((one) => [one.name, one]))
  const known = sql`select m.name ${saidOf(scope, { content, buyer })}`
  // In one order, so that two that name the same columns wait for each other and never in a ring.
  const taken = sql`jsonb_to_recordset(${JSON.stringify([...kept.values()])}::jsonb) as n (name text, "column" text)
    where n.name in (${known}) or (select count(*) from (${known}) k) < ${mostNames} order by n.name`
  await (
    buyer === null
      ? sql`insert into catalog_column_matching (account_id, content, name, column_name)
          select ${accountId}, ${content}, n.name, coalesce(n.column, '') from ${taken}
          on conflict (account_id, content, name) do update set column_name = excluded.column_name`
      : sql`insert into buyer_column_matching (account_id, buyer_organization_id, content, name, column_name)
          select ${accountId}, ${buyer.organizationId}, ${content}, n.name, coalesce(n.column, '') from ${taken}
          on conflict (account_id, buyer_organization_id, content, name) do update set column_name = excluded.column_name`
  ).execute(tx)
}

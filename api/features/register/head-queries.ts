import { sql, type Transaction } from 'kysely'
import { writtenHead, type DayHead } from '#api/db/register-head.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** The last line of each day that has purchases, the first day first. */
export async function readHeads(tx: Transaction<Tables>, accountId: string): Promise<readonly DayHead[]> {
  const { rows } = await sql<DayHead>`
    select distinct on (d.day) r.account_id as "accountId", to_char(d.day, 'YYYY-MM-DD') as day,
      r.number::text as number, encode(r.hash, 'hex') as hash
    from purchase_register r join account a on a.id = r.account_id
    cross join lateral (select (r.recorded_at at time zone a.time_zone)::date as day) d
    where r.account_id = ${accountId} order by d.day, r.number desc`.execute(tx)
  return rows
}

/** The heads that no mail has told yet. */
export async function headsDue(database: Pick<Database, 'app'>, now: Date): Promise<readonly DayHead[]> {
  const { rows } = await sql<DayHead>`
    select account_id as "accountId", to_char(day, 'YYYY-MM-DD') as day, number::text as number,
      encode(hash, 'hex') as hash from register_heads_due(${now})`.execute(database.app)
  return rows
}

/** Whose register it is, and in which words a mail tells of it. */
export async function readMailedAccount(
  tx: Transaction<Tables>,
  accountId: string,
): Promise<{ readonly name: string; readonly language: Language; readonly mainColor: string | null }> {
  return tx
    .selectFrom('account')
    .select(['name', 'language', 'main_color as mainColor'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** A file of heads: a line each, which `npm run register:verify -- --heads` reads again. */
export function headsFile(heads: readonly DayHead[]): Buffer {
  return Buffer.from(heads.map((head) => `${writtenHead(head)}\r\n`).join(''))
}

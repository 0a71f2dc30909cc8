import type pg from 'pg'
import { inAccountSql, type Statement } from './account-sql.ts'

const releasable: Statement = {
  name: 'sync-find-releasable',
  text: `select distinct w.cause_op from sync_op w
  join sync_op c on c.account_id = w.account_id and c.op_id = w.cause_op and c.status <> 'held'
  where w.account_id = $1 and w.status = 'held' and w.code = 'SYNC_WAITS_FOR' and w.resolved_at is null
    and (w.cause_op = any ($2::uuid[]) or w.cause_op = any (array(
      select h.cause_op from sync_op h where h.account_id = $1 and h.op_id = any ($3::uuid[]))))`,
}

/** Decided operations for which others still wait: among the decided ones given, and what the held ones given need. */
export async function findReleasable(
  pool: pg.Pool,
  accountId: string,
  decided: readonly string[],
  held: readonly string[],
): Promise<readonly string[]> {
  return inAccountSql(pool, accountId, 'read committed', async (sql) => {
    const rows = await sql.rows<{ cause_op: string }>(releasable, [accountId, decided, held])
    return rows.map((row) => row.cause_op)
  })
}

import type { FindOperation } from '#sync/operations/registry.ts'
import { roundOf } from '#sync/operations/round-of.ts'
import type { Needs } from '#sync/records.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import type { WaitingOperation } from './decide-batch.ts'

// In the order of their ids, so that two batches over the same rounds cannot wait for each other.
const lockAll: Statement = {
  name: 'sync-lock-rounds',
  text: `select pg_advisory_xact_lock(hashtextextended('sync round ' || $1 || id, 0))
  from (select distinct id from unnest($2::text[]) id order by id) r`,
}

/**
 * Locks the rounds and counts that a batch ends, until it commits, and those in which it may refuse something outside
 * its own queue: lines of a count, and what waited in the ledger. A check-in needs no lock, because the queue that
 * brings it also ends its round. Locked before the rows are read, so that a waiting batch reads what was decided.
 */
export async function lockRounds(
  sql: AccountSql,
  accountId: string,
  needs: Needs,
  waiting: readonly WaitingOperation[],
  find: FindOperation,
): Promise<void> {
  const ids = [...needs.roundIds, ...(needs.countIds ?? []), ...waiting.flatMap(({ op }) => roundOf(op, find) ?? [])]
  if (ids.length > 0) await sql.rows(lockAll, [accountId, ids])
}

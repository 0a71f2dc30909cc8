import type pg from 'pg'
import { operations } from '#sync/operations/registry.ts'
import { inAccountSql, type Statement } from './account-sql.ts'
import { createRelease } from './push.ts'
import type { SyncDeps } from './sync-deps.ts'

/** How long the engine keeps what devices may still ask for. */
export interface RetentionDays {
  /** Changes: an older cursor fetches its base again. */
  readonly changes: number
  /** Decided operations: longer than the 30 days for which devices keep theirs, or a repeated push would look forked. */
  readonly operations: number
}

/** The usual times. */
export const retentionDays: RetentionDays = { changes: 14, operations: 180 }

const atOnce = 20_000

/** Deletes what is older than kept, in short transactions; several processes may call it at the same time. */
export async function pruneSync(
  pool: pg.Pool,
  days: RetentionDays = retentionDays,
): Promise<{ readonly changes: number; readonly operations: number }> {
  return {
    changes: await untilNone(
      pool,
      `select sync_prune_changes(make_interval(days => $1), $2)::float8 as gone`,
      days.changes,
    ),
    operations: await untilNone(
      pool,
      `select sync_prune_operations(make_interval(days => $1), $2)::float8 as gone`,
      days.operations,
    ),
  }
}

async function untilNone(pool: pg.Pool, text: string, days: number): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await pool.query<{ gone: number }>(text, [days, atOnce])
    const gone = rows[0]?.gone ?? 0
    total += gone
    if (gone < atOnce) return total
  }
}

const heldOperations: Statement = {
  name: 'sync-held-operations',
  text: `select o.op_id as "opId", o.type, o.v, o.code, c.op_id as "decidedCause" from sync_op o
  left join sync_op c on c.account_id = o.account_id and c.op_id = o.cause_op and c.status <> 'held'
  where o.account_id = $1 and o.status = 'held' and o.resolved_at is null
    and o.code in ('SYNC_UNKNOWN_OPERATION', 'SYNC_WAITS_FOR')`,
}

interface HeldRow {
  readonly opId: string
  readonly type: string
  readonly v: number
  readonly code: string
  readonly decidedCause: string | null
}

/**
 * Runs held operations whose time has come, in every account: those of a type or version that this server has learnt
 * since, and those that still wait for a decided one because a server stopped in between. Answers how many it decided.
 */
export async function releaseHeld(deps: SyncDeps): Promise<number> {
  const { rows } = await deps.pool.query<{ account_id: string }>('select account_id from sync_accounts_with_held()')
  const release = createRelease(deps)
  let decided = 0
  for (const { account_id: accountId } of rows) {
    const held = await inAccountSql(deps.pool, accountId, 'read committed', (sql) =>
      sql.rows<HeldRow>(heldOperations, [accountId]),
    )
    const known = held.filter((row) => row.code === 'SYNC_UNKNOWN_OPERATION' && isKnown(row)).map(({ opId }) => opId)
    const causes = held.flatMap(({ decidedCause }) => decidedCause ?? [])
    if (known.length + causes.length > 0) decided += await release(accountId, async () => causes, known)
  }
  return decided
}

function isKnown({ type, v }: HeldRow): boolean {
  return v <= (operations.get(type)?.v ?? 0)
}

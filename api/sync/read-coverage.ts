import type { PullAnswer } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'
import { outcomeOfRow, type OutcomeRow } from './read-ledger.ts'

/** Decided operations and queues of a device as of one snapshot. */
export type Coverage = Pick<PullAnswer, 'outcomes' | 'acked'>

const readOutcomes: Statement = {
  name: 'sync-read-outcomes',
  text: `select op_id, status, code, cause_op, result, resolution from sync_op
  where account_id = $1 and op_id = any ($2::uuid[]) and pg_visible_in_snapshot(xid, $3::pg_snapshot)`,
}

const readAcked: Statement = {
  name: 'sync-read-acked',
  text: `select user_id as actor, module, acked_seq::float8 as seq from sync_device
  where account_id = $1 and device_id = $2 order by user_id, module`,
}

/**
 * Outcomes of the operations that a device's copy does not cover yet, as far as the snapshot of the copy shows them:
 * an outcome travels with the rows that hold its effect, never before. They are found by their own ids, because a
 * device that took a new id still waits for operations that were decided under its old one.
 */
export async function readCoverage(
  sql: AccountSql,
  accountId: string,
  deviceId: string,
  uncovered: readonly string[],
  snapshot: string,
): Promise<Coverage> {
  const asked = uncovered.filter((opId) => uuid.test(opId))
  const outcomes = asked.length === 0 ? [] : await sql.rows<OutcomeRow>(readOutcomes, [accountId, asked, snapshot])
  const acked = uuid.test(deviceId) ? await sql.rows<Coverage['acked'][number]>(readAcked, [accountId, deviceId]) : []
  return { outcomes: outcomes.map(outcomeOfRow), acked: [...acked] }
}

const readLaterWork: Statement = {
  name: 'sync-read-later-work',
  text: `select exists (select 1 from sync_op
  where account_id = $1 and device_id = $2 and not pg_visible_in_snapshot(xid, $3::pg_snapshot)) as "hasLater"`,
}

/** Whether the server has decided an operation of a device since a snapshot. */
export async function hasDecidedOperationSince(
  sql: AccountSql,
  accountId: string,
  deviceId: string,
  snapshot: string,
): Promise<boolean> {
  if (!uuid.test(deviceId)) return false
  const [row] = await sql.rows<{ hasLater: boolean }>(readLaterWork, [accountId, deviceId, snapshot])
  return row?.hasLater === true
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

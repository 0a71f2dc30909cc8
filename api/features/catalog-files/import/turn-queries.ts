import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import type { ImportTrial } from '#domain/catalog-files/import-trial.ts'
import type { ImportKind } from './plan-import.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** What is to be done next for an account. */
export interface ImportTurn extends ImportKind {
  readonly id: string
  /** Whether the import is to be taken back instead of written. */
  readonly isUndo: boolean
}

/**
 * The import of the account whose turn it is, to be written or taken back; null where none waits. Short ones go first,
 * and of those the one that came first: a price list of one line is not to wait for a catalog.
 */
export async function nextTurn(tx: Tx, { accountId }: ImportScope): Promise<ImportTurn | null> {
  const { rows } = await sql<ImportTurn>`
    select id, content, strategy, undo_status is not distinct from 'in_progress' as "isUndo" from catalog_import
    where account_id = ${accountId} and (status = 'in_progress' or undo_status = 'in_progress')
    order by (case when status = 'in_progress' then lines_found else changes_count end) > ${importLimits.smallLines},
      coalesce(undo_asked_at, queued_at), id
    limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The queue of a trial: long files have one of their own, so that short ones do not wait for them. */
export function trialQueue(lines: number): 'catalog-trial' | 'catalog-trial-long' {
  return lines > importLimits.smallLines ? 'catalog-trial-long' : 'catalog-trial'
}

/** Lets a job try a file, with this transaction. */
export async function sendTrial(
  tx: Tx,
  { accountId }: ImportScope,
  { id, lines }: { readonly id: string; readonly lines: number },
): Promise<void> {
  const data = JSON.stringify({ accountId, importId: id })
  await sql`select send_job_once(${trialQueue(lines)}, ${data}::jsonb, interval '0')`.execute(tx)
}

/** Forgets what a trial has kept: a try that broke off begins from its start, and one that is given up changes nothing. */
export async function resetTrial(tx: Tx, { accountId }: ImportScope, id: string): Promise<void> {
  for (const table of ['catalog_import_change', 'catalog_import_ignored'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).where('import_id', '=', id).execute()
  await tx
    .updateTable('catalog_import')
    .set({ units_done: 0, lines_done: 0, lines_inserted: 0, lines_updated: 0, lines_ignored: 0, changes_count: 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Says what a trial has found; the import waits for a person now. */
export async function endTrial(
  tx: Tx,
  { accountId }: ImportScope,
  { id, trial }: { readonly id: string; readonly trial: ImportTrial },
): Promise<void> {
  await sql`update catalog_import set status = 'tried', failures = 0, trial = ${JSON.stringify(trial)}::jsonb
    where account_id = ${accountId} and id = ${id} and status = 'trying'`.execute(tx)
}

/** Tries after which a trial is given up; the queue makes no more. */
const mostTrials = 4

/**
 * Notes a trial that has failed, in whichever part; after the last try it has ended, and nothing can be taken back. True
 * where it has not ended.
 */
export async function noteTrialFailure(
  tx: Tx,
  { accountId }: ImportScope,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    update catalog_import set failures = failures + 1,
      status = case when failures + 1 < ${mostTrials} then status else 'error' end,
      error = case when failures + 1 >= ${mostTrials} then 'IMPORT_FAILED' end,
      ended_at = case when failures + 1 >= ${mostTrials} then ${at}::timestamptz end
    where account_id = ${accountId} and id = ${id} and status = 'trying'
    returning status = 'error' as ended`.execute(tx)
  if (rows[0]?.ended === true) await resetTrial(tx, { accountId }, id)
  return rows[0]?.ended === false
}

/** A moment so many days before another. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000)

/** Puts what was tried behind the others of the account; false where it is not so any more, or its day is over. */
export async function startTried(
  tx: Tx,
  { accountId }: ImportScope,
  { id, userId, at }: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalog_import')
    .set({
      status: 'in_progress',
      created_by: userId,
      queued_at: at,
      started_at: null,
      touched_at: at,
      units_done: 0,
      lines_done: 0,
      lines_inserted: 0,
      lines_updated: 0,
      lines_ignored: 0,
      changes_count: 0,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'tried')
    .where('created_at', '>', daysBefore(at, importLimits.triedDays))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // The lines are decided again when they are written, and refused again where they still are wrong.
  await tx
    .deleteFrom('catalog_import_ignored')
    .where('account_id', '=', accountId)
    .where('import_id', '=', id)
    .execute()
  return true
}

/** Ends an import that waits or runs; what is written stays. False where it has ended. A trial is forgotten. */
export async function cancelImport(
  tx: Tx,
  { accountId }: ImportScope,
  { id, userId, at }: { readonly id: string; readonly userId: string; readonly at: Date },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('catalog_import')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', 'in', ['trying', 'tried'])
    .executeTakeFirst()
  if (numDeletedRows > 0n) return true
  const { numUpdatedRows } = await tx
    .updateTable('catalog_import')
    .set({ status: 'cancelled', ended_at: at, cancelled_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A trial that nobody works on. */
interface RestingTrial extends ImportScope {
  readonly importId: string
  readonly lines: number
}

/** Trials of every account that rest since a moment, and for which no job is left. */
export async function stalledTrials(database: Database, since: Date, limit: number): Promise<readonly RestingTrial[]> {
  const { rows } = await sql<RestingTrial>`select account_id as "accountId", import_id as "importId", lines
    from trials_unworked(${since}, ${limit})`.execute(database.app)
  return rows
}

/** Forgets what a user has tried and not started, but for the last files; one that is being started stays. */
export async function forgetTried(tx: Tx, { accountId }: ImportScope, userId: string): Promise<void> {
  await sql`
    delete from catalog_import where account_id = ${accountId} and status = 'tried' and id in (
      select id from catalog_import where account_id = ${accountId} and status = 'tried' and created_by = ${userId}
      order by created_at desc, id desc offset ${importLimits.tried - 1})`.execute(tx)
}

/** Changes that are deleted in one round. */
const forgottenAtOnce = 5_000

/** Deletes some of the changes of imports of every account that have ended before a moment; the file with the last. */
export async function forgetImports(database: Database, before: Date, at: Date): Promise<void> {
  await sql`select forget_imports(${before}, ${at}, ${forgottenAtOnce})`.execute(database.app)
}

/** Forgets some of the trials of every account that nobody has started since a moment. */
export async function sweepTrials(database: Database, before: Date): Promise<void> {
  await sql`select sweep_trials(${before})`.execute(database.app)
}

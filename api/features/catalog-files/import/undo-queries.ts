import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import {
  leftOutcomes,
  type ChangeOutcome,
  type ChangedValues,
  type UndoOutcome,
} from '#domain/catalog-files/import-changes.ts'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { daysBefore } from './turn-queries.ts'
import type { ImportBuyer } from './import-queries.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** Something to be taken back. */
export interface ChangeToUndo {
  readonly place: number
  readonly thingId: string
  readonly outcome: ChangeOutcome
  readonly before: ChangedValues
  readonly after: ChangedValues
}

/** An import that is being taken back. */
export interface OpenUndo {
  readonly userId: string | null
  readonly buyer: ImportBuyer | null
  /** Whether what was changed since is taken back too. */
  readonly withChanged: boolean
}

/**
 * Asks for an import to be taken back; false where it has not ended, has written nothing, or where nothing is left to be
 * taken back. Asked again with what was changed since, it goes on with that, even while the rest is taken back.
 */
export async function askUndo(
  tx: Tx,
  { accountId }: ImportScope,
  {
    id,
    userId,
    withChanged,
    at,
  }: { readonly id: string; readonly userId: string; readonly withChanged: boolean; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ again: boolean }>`
    update catalog_import set undo_status = 'in_progress', undo_by = ${userId}, undo_asked_at = ${at},
      undo_ended_at = null, undo_changed = ${withChanged}, undo_failures = 0, touched_at = ${at}
    where account_id = ${accountId} and id = ${id} and changes_count > 0 and forgotten_at is null
      and ended_at > ${daysBefore(at, importLimits.keptDays)}
      and status not in ('trying', 'tried', 'in_progress')
      and (undo_status is null or undo_status = 'error'
        or (undo_status = 'in_progress' and ${withChanged} and not undo_changed)
        or (undo_status = 'partly' and exists (select from catalog_import_change c
          where c.account_id = ${accountId} and c.import_id = ${id}
            and (c.undo in ('used', 'misplaced') or (${withChanged} and c.undo = 'changed')))))
    returning true as again`.execute(tx)
  if (rows.length === 0) return false
  // What was left is looked at again: it may no longer be used, and what was changed is decided now.
  await sql`
    with again as (
      update catalog_import_change set undo = null where account_id = ${accountId} and import_id = ${id}
        and (undo in ('used', 'misplaced') or (${withChanged} and undo = 'changed')) returning 1
    )
    update catalog_import set left_count = left_count - (select count(*) from again)
    where account_id = ${accountId} and id = ${id}`.execute(tx)
  return true
}

/** Whether an import is being taken back as it is asked now, or was so by the same person: the answer was lost. */
export async function isUndoRepeated(
  tx: Tx,
  { accountId }: ImportScope,
  { id, userId, withChanged }: { readonly id: string; readonly userId: string; readonly withChanged: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from catalog_import where account_id = ${accountId} and id = ${id} and undo_changed = ${withChanged}
      and (undo_status = 'in_progress' or (undo_status = 'done' and undo_by = ${userId}))`.execute(tx)
  return rows.length > 0
}

/** An import that is being taken back, for this transaction alone; null where it is not so any more. */
export async function lockUndo(tx: Tx, { accountId }: ImportScope, id: string): Promise<OpenUndo | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select(['undo_by as userId', 'undo_changed as withChanged'])
    .select(['buyer_account_id as homeAccountId', 'buyer_organization_id as organizationId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('undo_status', '=', 'in_progress')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { homeAccountId, organizationId, ...open } = row
  return {
    ...open,
    buyer: homeAccountId === null || organizationId === null ? null : { homeAccountId, organizationId },
  }
}

/** What is to be taken back next, the last that was written first. */
export async function changesToUndo(
  tx: Tx,
  { accountId }: ImportScope,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<readonly ChangeToUndo[]> {
  const { rows } = await sql<ChangeToUndo>`
    select c.place, c.thing_id as "thingId", c.outcome, c.before, c.after
    from catalog_import_change c join catalog_import i on i.account_id = c.account_id and i.id = c.import_id
    where c.account_id = ${accountId} and c.import_id = ${id} and c.undo is null and c.outcome <> 'unchanged'
      and c.place < i.units_done
    order by c.place desc limit ${limit}`.execute(tx)
  return rows
}

/** What became of a thing. */
export interface Undone {
  readonly place: number
  readonly undo: UndoOutcome
}

/** Notes what a part of taking back has done, and its end where nothing is left to be looked at. */
export async function noteUndone(
  tx: Tx,
  { accountId }: ImportScope,
  {
    id,
    undone,
    isEnd,
    at,
  }: {
    readonly id: string
    readonly undone: readonly Undone[]
    readonly isEnd: boolean
    readonly at: Date
  },
): Promise<void> {
  await sql`
    update catalog_import_change c set undo = n.undo
    from unnest(${undone.map(({ place }) => place)}::int[], ${undone.map((each) => each.undo)}::text[]) as n (place, undo)
    where c.account_id = ${accountId} and c.import_id = ${id} and c.place = n.place`.execute(tx)
  const left = undone.filter(({ undo }) => leftOutcomes.some((one) => one === undo)).length
  await sql`
    update catalog_import set undone_count = undone_count + ${undone.length - left}, left_count = left_count + ${left},
      undo_failures = 0, touched_at = ${at}, undo_ended_at = case when ${isEnd} then ${at}::timestamptz end,
      undo_status = case when not ${isEnd} then 'in_progress' when left_count + ${left} = 0 then 'done' else 'partly' end
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

/** Notes a try that has failed; after the last one taking back has ended, and can be asked for again. */
export async function noteUndoFailure(
  tx: Tx,
  { accountId }: ImportScope,
  { id, at, most }: { readonly id: string; readonly at: Date; readonly most: number },
): Promise<void> {
  await sql`
    update catalog_import set undo_failures = undo_failures + 1, touched_at = ${at},
      undo_status = case when undo_failures + 1 < ${most} then undo_status else 'error' end,
      undo_ended_at = case when undo_failures + 1 >= ${most} then ${at}::timestamptz end
    where account_id = ${accountId} and id = ${id} and undo_status = 'in_progress'`.execute(tx)
}

/** Which of some products something refers to. */
export async function usedProducts(
  tx: Tx,
  { accountId }: ImportScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${ids}::uuid[]) as n (id)
    where exists (select from buyback b where b.account_id = ${accountId} and b.product_id = n.id)
      or exists (select from item i where i.account_id = ${accountId} and i.product_id = n.id)
      or exists (select from quote q where q.account_id = ${accountId} and q.product_id = n.id)
      or exists (select from refurb_question r where r.account_id = ${accountId} and r.product_id = n.id)`.execute(tx)
  return idsOf(rows)
}

/** Which of some products a catalog names that devices of stores may still sell by. */
export async function soldInStores(
  tx: Tx,
  { accountId }: ImportScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct k.id from counter_catalog_part p cross join lateral jsonb_object_keys(p.products) as k (id)
    where p.account_id = ${accountId} and p.products ?| ${ids}::text[] and k.id = any (${ids})`.execute(tx)
  return idsOf(rows)
}

/** Deletes products that nothing refers to, with their codes, places and prices. */
export async function deleteProducts(tx: Tx, { accountId }: ImportScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`delete from product where account_id = ${accountId} and id = any (${ids}::uuid[])`.execute(tx)
}

/** Whether something stands in a category or refers to it. */
export async function isCategoryUsed(tx: Tx, { accountId }: ImportScope, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from category where account_id = ${accountId} and parent_category_id = ${id})
      or exists (select from product where account_id = ${accountId} and main_category_id = ${id})
      or exists (select from product_category where account_id = ${accountId} and category_id = ${id})
      or exists (select from category_question where account_id = ${accountId} and category_id = ${id})
      or exists (select from buyback where account_id = ${accountId} and category_id = ${id})
      or exists (select from dispatch_circuit_rule_category where account_id = ${accountId} and category_id = ${id})
      or exists (select from questionnaire where account_id = ${accountId} and category_id = ${id}) as used`.execute(tx)
  return rows[0]?.used === true
}

/** Which of some categories products may be put into; another archiving of one of them waits. */
export async function activeCategories(
  tx: Tx,
  { accountId }: ImportScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from category where account_id = ${accountId} and id = any (${ids}::uuid[]) and status = 'active'
    order by id for key share`.execute(tx)
  return idsOf(rows)
}

/** Deletes a category that nothing refers to. */
export async function deleteCategory(tx: Tx, { accountId }: ImportScope, id: string): Promise<void> {
  await tx.deleteFrom('category').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Deletes a question with its answers; the categories ask it no more. */
export async function deleteQuestion(tx: Tx, { accountId }: ImportScope, id: string): Promise<void> {
  await tx.deleteFrom('category_question').where('account_id', '=', accountId).where('question_id', '=', id).execute()
  await tx.deleteFrom('question').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Takes answers and categories from a question. */
export async function takeFromQuestion(
  tx: Tx,
  { accountId }: ImportScope,
  {
    id,
    answerIds,
    categoryIds,
  }: {
    readonly id: string
    readonly answerIds: readonly string[]
    readonly categoryIds: readonly string[]
  },
): Promise<void> {
  if (answerIds.length > 0)
    await sql`delete from answer
      where account_id = ${accountId} and question_id = ${id} and id = any (${answerIds}::uuid[])`.execute(tx)
  if (categoryIds.length > 0)
    await sql`delete from category_question
      where account_id = ${accountId} and question_id = ${id} and category_id = any (${categoryIds}::uuid[])`.execute(
      tx,
    )
}

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

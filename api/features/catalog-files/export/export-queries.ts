import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { KeptPart } from '#domain/catalog-files/export-pieces.ts'

type Tx = Transaction<Tables>

/** One export of one account. */
export interface ExportScope {
  readonly accountId: string
  readonly exportId: string
}

/** The queue of exports, and that of long ones, so that no short file waits for a long one. */
export const exportQueue = 'catalog-export'
export const longExportQueue = 'catalog-export-long'
/** Products of an account from which on their file is a long one. */
const longFrom = 5_000

/** The queue of an export of an account; categories and questions are few. */
async function queueOf(tx: Tx, accountId: string, content: CatalogContent): Promise<string> {
  if (content !== 'products') return exportQueue
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from product where account_id = ${accountId} limit ${longFrom + 1}) p`.execute(
    tx,
  )
  return (rows[0]?.n ?? 0) > longFrom ? longExportQueue : exportQueue
}

/**
 * Asks for a file; answers the id of the export. One that nobody has begun is shared: what it will show is no older than
 * what is asked for now, and asking again and again makes no more work.
 */
export async function askExport(
  tx: Tx,
  {
    accountId,
    userId,
    content,
    at,
  }: { readonly accountId: string; readonly userId: string; readonly content: CatalogContent; readonly at: Date },
): Promise<string> {
  const queue = await queueOf(tx, accountId, content)
  // The update waits for a job that is beginning the export, and returns the row that is there.
  const { id, turn } = await tx
    .insertInto('export_job')
    .values({
      account_id: accountId,
      id: newId(),
      content,
      started_by: userId,
      asked_by: sql`array[${userId}::uuid]`,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'content'])
        .where('begun_at', 'is', null)
        .doUpdateSet({
          asked_by: sql`array_remove(case when export_job.asked_by = '{}' then array[export_job.started_by]
            else export_job.asked_by end, ${userId}::uuid) || ${userId}::uuid`,
        }),
    )
    .returning(['id', 'turn'])
    .executeTakeFirstOrThrow()
  const scope = { accountId, exportId: id }
  const place = turn ?? (await giveTurn(tx, scope, queue, at))
  await sql`select send_job_once(${queue}, ${dataOf(scope)}::jsonb, interval '0')`.execute(tx)
  await sql`update pgboss.job set priority = ${-place} where name = ${queue} and data = ${dataOf(scope)}::jsonb
    and state <> 'completed' and state in ('created', 'retry')`.execute(tx)
  return id
}

/** So long an account's former exports count where it asks for another one; and so long others may come before one that waits. */
const turnMinutes = 10

/**
 * Gives an export its round in a queue: behind those of its account that are under way or were asked for lately, and not
 * before the round that the queue is in. One that has waited long takes the queue to its own round, so that what comes
 * from then on stands behind it: so accounts take turns, and none waits for ever. What is cancelled counts nowhere.
 */
async function giveTurn(tx: Tx, { accountId, exportId }: ExportScope, queue: string, at: Date): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    update export_job set turn = greatest(
      (select greatest(min(-j.priority), max(-j.priority) filter (where j.state <> 'active'
          and j.created_on < now() - make_interval(mins => ${turnMinutes})), 0) from pgboss.job j
        where j.name = ${queue} and j.state <> 'completed' and j.state in ('created', 'retry', 'active')),
      (select coalesce(max(e.turn) + 1, 0) from export_job e where e.account_id = ${accountId} and e.turn is not null
        and e.cancelled_at is null and (e.created_at > ${at}::timestamptz - make_interval(mins => ${turnMinutes})
          or exists (select 1 from pgboss.job j where j.name in (${exportQueue}, ${longExportQueue})
            and j.data = jsonb_build_object('accountId', e.account_id, 'exportId', e.id)
            and j.state <> 'completed' and j.state in ('created', 'retry', 'active')))))
    where account_id = ${accountId} and id = ${exportId} returning turn`.execute(tx)
  return rows[0]?.turn ?? 0
}

/** What came of cancelling an export: the caller waits no more, it has a file, or there is none of this id. */
export type ExportCancelling = 'cancelled' | 'ended' | 'unknown'

/**
 * Takes a user from those that wait for an export; the last of them ends it, whether it waits or is being made. Asked
 * again, it answers the same, and so it does to a user who never waited for it: that one ends nothing.
 */
export async function cancelExport(
  tx: Tx,
  scope: ExportScope,
  { content, userId, at }: { readonly content: CatalogContent; readonly userId: string; readonly at: Date },
): Promise<ExportCancelling> {
  const { accountId, exportId } = scope
  const found = await tx
    .selectFrom('export_job')
    .select(['asked_by', 'started_by', 'begun_at', 'finished_at', 'cancelled_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .where('content', '=', content)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return 'unknown'
  if (found.finished_at !== null) return 'ended'
  if (found.cancelled_at !== null) return 'cancelled'
  // A version that kept no list asked for it: who started it waits for it.
  const waiting = found.asked_by.length === 0 ? [found.started_by] : found.asked_by
  const others = waiting.filter((one) => one !== userId)
  const isLast = others.length === 0
  await tx
    .updateTable('export_job')
    .set({
      asked_by: sql`${others}::uuid[]`,
      ...(isLast && { cancelled_at: at }),
      // Nothing shares what is cancelled: it has begun by that.
      ...(isLast && found.begun_at === null && { begun_at: at, attempt: 1 }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .execute()
  if (!isLast) return 'cancelled'
  await tx.deleteFrom('export_part').where('account_id', '=', accountId).where('export_id', '=', exportId).execute()
  // One that is being made ends at its next part.
  await sql`delete from pgboss.job where name in (${exportQueue}, ${longExportQueue}) and data = ${dataOf(scope)}::jsonb
    and state <> 'completed' and state in ('created', 'retry')`.execute(tx)
  return 'cancelled'
}

/** How an export stands: with its file, waited for, or given up. */
export interface ExportStatus {
  readonly id: string
  readonly content: CatalogContent
  readonly fileName: string | null
  readonly entriesCount: number | null
  readonly partsCount: number | null
  /** The parts of a finished file, with their sizes. */
  readonly parts: readonly KeptPart[]
  /** Whether a job still waits or works for it. */
  readonly isUnderWay: boolean
  readonly isCancelled: boolean
  /** Whether a try has looked at the catalog. */
  readonly hasBegun: boolean
  readonly entriesDone: number
  readonly entriesExpected: number | null
  /** Exports of all accounts that the same queue takes first. */
  readonly before: number
}

/** How an export of a content stands; null where the account has none of this id. */
export async function readExport(tx: Tx, { accountId, exportId }: ExportScope, content: CatalogContent) {
  const data = dataOf({ accountId, exportId })
  const { rows } = await sql<ExportStatus>`
    select e.id, e.content, e.file_name as "fileName", e.entries_count as "entriesCount",
      e.parts_count as "partsCount", case when e.finished_at is null then '[]' else coalesce((
        select json_agg(json_build_object('number', p.number, 'bytes', octet_length(p.bytes)) order by p.number)
        from export_part p where p.account_id = e.account_id and p.export_id = e.id), '[]') end as parts,
      e.cancelled_at is not null as "isCancelled", e.begun_at is not null as "hasBegun", e.entries_done as "entriesDone",
      e.entries_expected as "entriesExpected", j.id is not null as "isUnderWay",
      case when e.begun_at is not null or j.id is null then 0 else (
        select count(*)::int from pgboss.job o where o.name = j.name and o.id <> j.id and o.state <> 'completed'
          and ((o.state = 'active' and j.state <> 'active')
            or (o.state in ('created', 'retry', 'active') and (o.state = 'active') = (j.state = 'active')
              and (-o.priority, o.created_on, o.id) < (-j.priority, j.created_on, j.id)))) end as before
    from export_job e left join lateral (
      select j.* from pgboss.job j where j.name in (${exportQueue}, ${longExportQueue}) and j.data = ${data}::jsonb
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active') limit 1) j on true
    where e.account_id = ${accountId} and e.id = ${exportId} and e.content = ${content}`.execute(tx)
  return rows[0] ?? null
}

/** A try at a file. */
export interface ExportTry extends ExportScope {
  readonly content: CatalogContent
  readonly attempt: number
}

/** Begins a try and forgets what an earlier one left; null where the file is there, or nobody asks for it any more. */
export async function beginTry(tx: Tx, scope: ExportScope, at: Date): Promise<ExportTry | null> {
  const { accountId, exportId } = scope
  const begun = await tx
    .updateTable('export_job')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), begun_at: at, entries_done: 0 }))
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .where('finished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['content', 'attempt'])
    .executeTakeFirst()
  if (begun === undefined) return null
  await tx.deleteFrom('export_part').where('account_id', '=', accountId).where('export_id', '=', exportId).execute()
  await tx
    .updateTable('export_job')
    .set({ entries_expected: await countEntries(tx, accountId, begun.content) })
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .execute()
  return { ...scope, ...begun }
}

/** The table whose rows are the lines of a file. */
const linesOf = { products: 'product', categories: 'category', diagnostic: 'answer' } as const

async function countEntries(tx: Tx, accountId: string, content: CatalogContent): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(linesOf[content])} where account_id = ${accountId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** A part of a file: its bytes, and how many lines they are. */
export interface ExportPart {
  readonly bytes: Buffer
  readonly entries: number
}

/** Keeps a part of a file, and notes it; false where another try has begun, or nobody waits for the file any more. */
export async function keepPart(tx: Tx, tried: ExportTry, number: number, part: ExportPart): Promise<boolean> {
  const { accountId, exportId, attempt } = tried
  const { numAffectedRows } = await sql`
    with mine as (
      update export_job set entries_done = entries_done + ${part.entries}
      where account_id = ${accountId} and id = ${exportId} and attempt = ${attempt}
        and finished_at is null and cancelled_at is null returning 1
    )
    insert into export_part (account_id, export_id, number, bytes)
    select ${accountId}, ${exportId}, ${number}, ${part.bytes} from mine`.execute(tx)
  return numAffectedRows === 1n
}

/** What a finished file is called, how many lines it has, and in how many parts it is kept. */
export interface ExportedFile {
  readonly fileName: string
  readonly entriesCount: number
  readonly partsCount: number
}

/** Says that a file is whole; nothing where another try has begun. */
export async function finishTry(tx: Tx, tried: ExportTry, file: ExportedFile, at: Date): Promise<void> {
  const { fileName: file_name, entriesCount: entries_count, partsCount: parts_count } = file
  await tx
    .updateTable('export_job')
    .set({ finished_at: at, file_name, entries_count, parts_count })
    .where('account_id', '=', tried.accountId)
    .where('id', '=', tried.exportId)
    .where('attempt', '=', tried.attempt)
    .where('finished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** A part of a finished file; null where it has been forgotten. */
export async function readPart(tx: Tx, { accountId, exportId }: ExportScope, number: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('export_part')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('export_id', '=', exportId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Name of the account, and the day that a moment is in its time zone. */
export async function readAccountDay(tx: Tx, accountId: string, at: Date) {
  return tx
    .selectFrom('account')
    .select([
      'name',
      'language',
      sql<string>`to_char(${at}::timestamptz at time zone time_zone, 'YYYY-MM-DD')`.as('day'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Forgets the exports of every account that are older; answers how many. */
export async function sweepExports(database: Database, before: Date): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select sweep_exports(${before}) as gone`.execute(database.app)
  return rows[0]?.gone ?? 0
}

const dataOf = ({ accountId, exportId }: ExportScope): string => JSON.stringify({ accountId, exportId })

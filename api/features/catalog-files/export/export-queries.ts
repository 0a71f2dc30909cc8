import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-csv.ts'
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
  // The update changes nothing: it waits for a job that is beginning the export, and returns the row that is there.
  const { id } = await tx
    .insertInto('export_job')
    .values({ account_id: accountId, id: newId(), content, started_by: userId, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'content'])
        .where('begun_at', 'is', null)
        .doUpdateSet((eb) => ({ created_at: eb.ref('export_job.created_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const queue = await queueOf(tx, accountId, content)
  const data = dataOf({ accountId, exportId: id })
  await sql`select send_job_once(${queue}, ${data}::jsonb, interval '0')`.execute(tx)
  return id
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
}

/** How an export of a content stands; null where the account has none of this id. */
export async function readExport(tx: Tx, { accountId, exportId }: ExportScope, content: CatalogContent) {
  const { rows } = await sql<ExportStatus>`
    select e.id, e.content, e.file_name as "fileName", e.entries_count as "entriesCount",
      e.parts_count as "partsCount", case when e.finished_at is null then '[]' else coalesce((
        select json_agg(json_build_object('number', p.number, 'bytes', octet_length(p.bytes)) order by p.number)
        from export_part p where p.account_id = e.account_id and p.export_id = e.id), '[]') end as parts, exists (
      select from pgboss.job j where j.name in (${exportQueue}, ${longExportQueue}) and j.data = ${dataOf({ accountId, exportId })}::jsonb
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active')) as "isUnderWay"
    from export_job e where e.account_id = ${accountId} and e.id = ${exportId} and e.content = ${content}`.execute(tx)
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
    .set((eb) => ({ attempt: eb('attempt', '+', 1), begun_at: at }))
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .where('finished_at', 'is', null)
    .returning(['content', 'attempt'])
    .executeTakeFirst()
  if (begun === undefined) return null
  await tx.deleteFrom('export_part').where('account_id', '=', accountId).where('export_id', '=', exportId).execute()
  return { ...scope, ...begun }
}

/** Keeps a part of a file; false where another try has begun, or nobody asks for the file any more. */
export async function keepPart(tx: Tx, tried: ExportTry, number: number, bytes: Buffer): Promise<boolean> {
  const { accountId, exportId, attempt } = tried
  const { numAffectedRows } = await sql`
    with mine as (
      select from export_job where account_id = ${accountId} and id = ${exportId} and attempt = ${attempt}
        and finished_at is null for update
    )
    insert into export_part (account_id, export_id, number, bytes)
    select ${accountId}, ${exportId}, ${number}, ${bytes} from mine`.execute(tx)
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

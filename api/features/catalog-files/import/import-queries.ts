import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { BuyerScope } from '#api/db/bought-products.ts'
import type { Database } from '#api/db/database.ts'
import { eachWord, matchesWord, usersMatching } from '#api/db/word-search.ts'
import type { Tables } from '#api/db/tables.ts'
import { importLimits, linesIn } from '#domain/catalog-files/catalog-import.ts'
import type { ColumnMatching } from '#domain/catalog-files/import-columns.ts'
import { typedDay } from '#domain/kernel/typed-search.ts'
import type { LinesDone } from '#domain/catalog-files/import-line.ts'
import type { ImportAnswer, listImportsCall } from '#sync/calls/catalog-import.ts'
import { saveLineNotices } from './ignored-line-queries.ts'
import type { ImportKind } from './plan-import.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** The buyer whose own price list an import is. */
export type ImportBuyer = Pick<BuyerScope, 'homeAccountId' | 'organizationId'>

/** Imports of a page. */
export const importsPerPage = 10
/** Ignored lines that a list names of each import. */
const ignoredInLists = 20

/** A page of the account's imports, the latest first, and how many there are. */
export async function listImports(
  tx: Tx,
  { accountId }: ImportScope,
  { page, q }: z.output<typeof listImportsCall.query>,
): Promise<{ readonly results: readonly ImportAnswer[]; readonly total: number }> {
  const where = sql`i.account_id = ${accountId} and i.status not in ('trying', 'tried') and ${q === undefined ? sql`true` : knownAs(accountId, q)}`
  const { rows } = await sql<ImportAnswer>`${answers(ignoredInLists)} where ${where}
    order by i.created_at desc, i.id desc
    limit ${importsPerPage} offset ${(page - 1) * importsPerPage}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${imports} where ${where}`.execute(tx)
  return { results: rows.map(written), total: counted[0]?.total ?? 0 }
}

/** One import, of a buyer its own ones alone; null for an id that names none. */
export async function readImport(
  tx: Tx,
  { accountId }: ImportScope,
  id: string,
  buyer: ImportBuyer | null = null,
): Promise<ImportAnswer | null> {
  const { homeAccountId = null, organizationId = null } = buyer ?? {}
  const { rows } = await sql<ImportAnswer>`${answers(importLimits.ignoredShown)}
    where i.account_id = ${accountId} and i.id = ${id} and (${homeAccountId}::uuid is null
      or (i.buyer_account_id = ${homeAccountId} and i.buyer_organization_id = ${organizationId}))`.execute(tx)
  return rows[0] === undefined ? null : written(rows[0])
}

const imports = sql`from catalog_import i
  join account a on a.id = i.account_id
  left join account s on s.id = i.source_account_id
  left join user_account u on u.account_id = i.account_id and u.id = i.created_by
  left join user_account c on c.account_id = i.account_id and c.id = i.cancelled_by
  left join user_account t on t.account_id = i.account_id and t.id = i.undo_by`

const named = (user: string) => {
  const u = sql.ref(user)
  return sql`case when ${u}.id is not null then
    json_build_object('id', ${u}.id, 'name', ${u}.first_name || ' ' || ${u}.last_name) end`
}

/** Whether import `i` is what a person typed. */
function knownAs(accountId: string, q: string): RawBuilder<unknown> {
  const named = eachWord(
    q,
    (word) => sql`(${matchesWord(sql`i.told`, word)} or i.created_by in ${usersMatching(accountId, word)}
      or i.source_account_id in (select w.id from account w where ${matchesWord(sql`search_text(w.name)`, word)}))`,
  )
  const day = typedDay(q)
  return day === null ? sql`${named}` : sql`(${named} or (i.created_at at time zone a.time_zone)::date = ${day}::date)`
}

const isoFormat = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

const toldLines = (most: number, isNotice: boolean) => sql`coalesce((
  select json_agg(json_build_object('line', l.line, 'code', l.code, 'field', l.field, 'value', l.value, 'other', l.other,
      'reference', l.reference)
    order by l.line, l.place)
  from (select * from catalog_import_ignored n where n.account_id = i.account_id and n.import_id = i.id
    and n.is_notice = ${isNotice} order by n.line, n.place limit ${most}) l), '[]')`

const answers = (ignoredShown: number) => sql`
  select i.id, i.origin, i.created_at, i.status, i.content, i.strategy, i.file_name, i.queued_at, i.started_at,
    i.ended_at, i.lines_done, json_build_object('id', a.id, 'common_name', a.name) as destination_account,
    case when s.id is not null then json_build_object('id', s.id, 'common_name', s.name) end as source_account,
    ${named('u')} as created_by, ${named('c')} as cancelled_by, i.file is not null as has_file, i.trial,
    i.lines_differing, i.changes_count, i.forgotten_at,
    case when i.forgotten_at is null and (i.file is not null or i.changes_count > 0) then i.ended_at + make_interval(days => ${importLimits.keptDays}) end as kept_until,
    case when i.status = 'in_progress' and i.started_at is null then (select count(*)::int from catalog_import o
      where o.account_id = i.account_id and o.status = 'in_progress' and o.id <> i.id
        and (o.lines_found > ${importLimits.smallLines}, o.queued_at, o.id)
          < (i.lines_found > ${importLimits.smallLines}, i.queued_at, i.id)) end as waits_for,
    case when i.undo_status is not null then json_build_object('status', i.undo_status, 'by', ${named('t')},
      'asked_at', to_char(i.undo_asked_at at time zone 'UTC', ${isoFormat}),
      'ended_at', to_char(i.undo_ended_at at time zone 'UTC', ${isoFormat}),
      'undone', i.undone_count, 'left', i.left_count) end as undo,
    json_build_object('error', i.error, 'lines_count', json_build_object('found', i.lines_found,
        'inserted', i.lines_inserted, 'updated', i.lines_updated, 'ignored', i.lines_ignored),
      'ignored_lines', ${toldLines(ignoredShown, false)}, 'notices', ${toldLines(ignoredShown, true)}) as report
  ${imports}`

function written(row: ImportAnswer): ImportAnswer {
  const moment = (value: string | Date | null) => (value instanceof Date ? value.toISOString() : value)
  return {
    ...row,
    created_at: moment(row.created_at) ?? '',
    queued_at: moment(row.queued_at) ?? '',
    started_at: moment(row.started_at),
    ended_at: moment(row.ended_at),
    kept_until: moment(row.kept_until),
    forgotten_at: moment(row.forgotten_at),
  }
}

/** Imports of the account, or of one buyer there, that run or wait: none of them takes the others' places. */
export async function countWaiting(tx: Tx, { accountId }: ImportScope, buyer: ImportBuyer | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from catalog_import where account_id = ${accountId} and status in ('trying', 'in_progress')
      and buyer_account_id is not distinct from ${buyer?.homeAccountId ?? null}::uuid`.execute(tx)
  return rows[0]?.n ?? 0
}

/** A file that is taken. */
export interface NewImport extends ImportKind {
  readonly id: string
  readonly fileName: string
  readonly file: Uint8Array
  readonly lines: number
  readonly userId: string
  readonly at: Date
  /** Null of an import by the account itself. */
  readonly buyer: ImportBuyer | null
  /** Whether it is tried first, and started by a person. */
  readonly isTrial: boolean
  readonly hash: Buffer
  readonly matching: ColumnMatching
  readonly sheet: string | null
}

/** Puts a file behind the others of the account; the same id again changes nothing. */
export async function insertImport(tx: Tx, { accountId }: ImportScope, taken: NewImport): Promise<void> {
  const { id, content, strategy, fileName, file, lines, userId, at, buyer, isTrial, hash, matching, sheet } = taken
  const source = buyer === null || buyer.homeAccountId === accountId ? null : buyer.homeAccountId
  await tx
    .insertInto('catalog_import')
    .values({
      account_id: accountId,
      id,
      content,
      strategy,
      file_name: fileName,
      file: Buffer.from(file),
      file_hash: hash,
      status: isTrial ? 'trying' : 'in_progress',
      lines_found: lines,
      created_by: userId,
      created_at: at,
      queued_at: at,
      touched_at: at,
      matching: sql`${JSON.stringify(sheet === null ? matching : { ...matching, [sheetKey]: sheet })}::jsonb`,
      origin: source === null ? 'user' : 'account',
      source_account_id: source,
      buyer_account_id: buyer?.homeAccountId ?? null,
      buyer_organization_id: buyer?.organizationId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
}

/**
 * Whether an import of the account has an id and is of the very file; null where none has it. Older imports, which have
 * not kept what their file was, count as the same.
 */
export async function isSameFile(
  tx: Tx,
  { accountId }: ImportScope,
  { id, hash }: { readonly id: string; readonly hash: Buffer },
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select('file_hash')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : row.file_hash === null || row.file_hash.equals(hash)
}

/** Lets a job work on the account's imports, with this transaction; one that waits already is brought forward. */
export async function sendImportJob(tx: Tx, { accountId }: ImportScope, waitMs = 0): Promise<void> {
  const data = JSON.stringify({ accountId })
  const wait = sql`make_interval(secs => ${waitMs / 1_000})`
  await sql`select send_job_once('catalog-import', ${data}::jsonb, ${wait})`.execute(tx)
}

/** An import that is worked on. */
export interface OpenImport extends ImportKind {
  readonly id: string
  /** Who sent the file. */
  readonly userId: string | null
  readonly buyer: ImportBuyer | null
  readonly unitsDone: number
  readonly failures: number
  /** Whether a trial has said what it will do. */
  readonly isTried: boolean
}

/** What is read of an import that is worked on. */
export const openFields = [
  'id',
  'content',
  'strategy',
  'status',
  'created_by as userId',
  'units_done as unitsDone',
  'failures',
  'trial',
  'buyer_account_id as homeAccountId',
  'buyer_organization_id as organizationId',
] as const

/** An import that a job works on, and that nobody cancels until the transaction ends; null where it is not so any more. */
export async function lockImport(
  tx: Tx,
  { accountId }: ImportScope,
  { id, status }: { readonly id: string; readonly status: 'trying' | 'in_progress' },
): Promise<OpenImport | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select(openFields)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : openOf(row)
}

type OpenRow = Omit<OpenImport, 'buyer' | 'isTried'> & {
  readonly trial: unknown
  readonly homeAccountId: string | null
  readonly organizationId: string | null
}

function openOf({ homeAccountId, organizationId, trial, ...open }: OpenRow): OpenImport {
  const isOfBuyer = homeAccountId !== null && organizationId !== null
  return { ...open, isTried: trial !== null, buyer: isOfBuyer ? { homeAccountId, organizationId } : null }
}

/** The file of an import; null of older ones, which have not kept it. */
export async function readFile(tx: Tx, { accountId }: ImportScope, id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select('file')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.file ?? null
}

/** Stands among what is said of columns for the sheet that is read; what is remembered of a column begins with no sign. */
const sheetKey = '=sheet'

/** What the account had said of the columns when the file of an import was taken, and the sheet that was named. */
export async function readMatching(
  tx: Tx,
  { accountId }: ImportScope,
  id: string,
): Promise<{ readonly matching: ColumnMatching; readonly sheet: string | null }> {
  const row = await tx
    .selectFrom('catalog_import')
    .select('matching')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  const { [sheetKey]: sheet = null, ...matching } = row?.matching ?? {}
  return { matching, sheet }
}

/** Takes the right to write the account's imports until the transaction ends; false where another process has it. */
export async function claimRun(tx: Tx, { accountId }: ImportScope): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('catalog import ' || ${accountId}, 0)) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** A part of a file that a trial has decided. */
interface TriedPart {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly lines: number
  readonly done: LinesDone
  readonly changes: readonly unknown[]
  readonly at: Date
}

/** Notes what a part of a trial has found, and how far the trial is. */
export async function noteTried(
  tx: Tx,
  { accountId }: ImportScope,
  { id, from, to, lines, done, changes, at }: TriedPart,
): Promise<void> {
  await saveLineNotices(tx, { accountId }, id, done)
  await sql`
    update catalog_import set units_done = units_done + ${to - from}, lines_done = lines_done + ${lines},
      lines_inserted = lines_inserted + ${done.inserted}, lines_updated = lines_updated + ${done.updated},
      lines_ignored = lines_ignored + ${linesIn(done.ignored)}, changes_count = changes_count + ${changes.length},
      touched_at = ${at}
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

/** Notes the result of a part, and how far the import is with it; its end too, where that is reached. */
export async function notePart(
  tx: Tx,
  { accountId }: ImportScope,
  part: LinesDone & {
    readonly id: string
    readonly units: number
    readonly lines: number
    /** Whether the file has been read to its end. */
    readonly isEnd: boolean
    readonly at: Date
    readonly changes: number
    /** Lines that do something else than the trial had said. */
    readonly differing: number
  },
): Promise<void> {
  const { id, units, lines, inserted, updated, ignored, notices, isEnd, at, changes, differing } = part
  const left = linesIn(ignored)
  await saveLineNotices(tx, { accountId }, id, { ignored, notices })
  await sql`
    update catalog_import set units_done = units_done + ${units}, lines_done = lines_done + ${lines},
      lines_inserted = lines_inserted + ${inserted}, lines_updated = lines_updated + ${updated},
      lines_ignored = lines_ignored + ${left}, started_at = coalesce(started_at, ${at}), touched_at = ${at},
      failures = 0, ended_at = case when ${isEnd} then ${at}::timestamptz end,
      changes_count = changes_count + ${changes}, lines_differing = lines_differing + ${differing},
      status = case when not ${isEnd} then 'in_progress'
        when lines_ignored + ${left} = 0 then 'success' when lines_ignored + ${left} >= lines_found then 'error'
        else 'success_with_ignored' end,
      error = case when ${isEnd} and lines_ignored + ${left} >= lines_found then 'IMPORT_ALL_REFUSED' end
    where account_id = ${accountId} and id = ${id}`.execute(tx)
}

/** Notes a try that has failed; after the last one the import has ended. */
export async function noteFailure(
  tx: Tx,
  { accountId }: ImportScope,
  { id, at, most }: { readonly id: string; readonly at: Date; readonly most: number },
): Promise<void> {
  await sql`
    update catalog_import set failures = failures + 1, touched_at = ${at}, started_at = coalesce(started_at, ${at}),
      status = case when failures + 1 < ${most} then status else 'error' end,
      error = case when failures + 1 >= ${most} then 'IMPORT_FAILED' end,
      ended_at = case when failures + 1 >= ${most} then ${at}::timestamptz end
    where account_id = ${accountId} and id = ${id} and status = 'in_progress'`.execute(tx)
}

/** Lets the database update its statistics of tables that imports have made much larger. */
export async function analyzeGrownCatalog(database: Database): Promise<void> {
  await sql`select analyze_grown_catalog()`.execute(database.app)
}

/** Lets the database look at more of what it has analysed as it grew; nothing while any account has an import in hand. */
export async function analyzeRestedCatalog(database: Database): Promise<void> {
  await sql`select analyze_rested_catalog()`.execute(database.app)
}

/** Accounts whose imports nobody has come on with since a moment. */
export async function stalledImports(database: Database, since: Date, limit: number): Promise<readonly ImportScope[]> {
  const { rows } = await sql<ImportScope>`
    select account_id as "accountId" from imports_unworked(${since}, ${limit})`.execute(database.app)
  return rows
}

/** Notes that an account's imports are taken up again, so that the next round leaves them to who does it. */
export async function touchImports(tx: Tx, { accountId }: ImportScope, at: Date): Promise<void> {
  await tx
    .updateTable('catalog_import')
    .set({ touched_at: at })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('status', '=', 'in_progress'), eb('undo_status', '=', 'in_progress')]))
    .execute()
}

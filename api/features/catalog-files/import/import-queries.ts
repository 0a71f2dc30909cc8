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
import type { ImportKind } from './plan-import.ts'

type Tx = Transaction<Tables>

/** Whose imports are meant. */
export interface ImportScope {
  readonly accountId: string
}

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
  const where = sql`i.account_id = ${accountId} and ${q === undefined ? sql`true` : knownAs(accountId, q)}`
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
  left join user_account u on u.account_id = i.account_id and u.id = i.created_by`

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

const toldLines = (most: number, isNotice: boolean) => sql`coalesce((
  select json_agg(json_build_object('line', l.line, 'code', l.code, 'field', l.field, 'value', l.value, 'other', l.other)
    order by l.line, l.place)
  from (select * from catalog_import_ignored n where n.account_id = i.account_id and n.import_id = i.id
    and n.is_notice = ${isNotice} order by n.line, n.place limit ${most}) l), '[]')`

const answers = (ignoredShown: number) => sql`
  select i.id, i.origin, i.created_at, i.status, i.content, i.strategy, i.file_name, i.queued_at, i.started_at,
    i.ended_at, i.lines_done, json_build_object('id', a.id, 'common_name', a.name) as destination_account,
    case when s.id is not null then json_build_object('id', s.id, 'common_name', s.name) end as source_account,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) end
      as created_by,
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
  }
}

/** Imports of the account, or of one buyer there, that run or wait: none of them takes the others' places. */
export async function countWaiting(tx: Tx, { accountId }: ImportScope, buyer: ImportBuyer | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from catalog_import where account_id = ${accountId} and status = 'in_progress'
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
  readonly matching: ColumnMatching
}

/** Puts a file behind the others of the account; the same id again changes nothing. */
export async function insertImport(tx: Tx, { accountId }: ImportScope, taken: NewImport): Promise<void> {
  const { id, content, strategy, fileName, file, lines, userId, at, buyer, matching } = taken
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
      lines_found: lines,
      created_by: userId,
      created_at: at,
      queued_at: at,
      touched_at: at,
      matching: sql`${JSON.stringify(matching)}::jsonb`,
      origin: source === null ? 'user' : 'account',
      source_account_id: source,
      buyer_account_id: buyer?.homeAccountId ?? null,
      buyer_organization_id: buyer?.organizationId ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
}

/** Lets a job work on the account's imports, with this transaction; one that waits already is brought forward. */
export async function sendImportJob(tx: Tx, { accountId }: ImportScope): Promise<void> {
  const data = JSON.stringify({ accountId })
  await sql`select send_job_once('catalog-import', ${data}::jsonb, interval '0')`.execute(tx)
}

/** An import whose turn it is. */
export interface OpenImport extends ImportKind {
  readonly id: string
  /** Who sent the file. */
  readonly userId: string | null
  readonly buyer: ImportBuyer | null
  readonly unitsDone: number
  readonly failures: number
  readonly matching: ColumnMatching
}

/** The import of the account whose turn it is; null where none waits. */
export async function nextImport(tx: Tx, { accountId }: ImportScope): Promise<OpenImport | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select(['id', 'content', 'strategy', 'created_by as userId', 'units_done as unitsDone', 'failures', 'matching'])
    .select(['buyer_account_id as homeAccountId', 'buyer_organization_id as organizationId'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'in_progress')
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { homeAccountId, organizationId, ...open } = row
  const isOfBuyer = homeAccountId !== null && organizationId !== null
  return { ...open, buyer: isOfBuyer ? { homeAccountId, organizationId } : null }
}

/** The file of an import; null once it has ended. */
export async function readFile(tx: Tx, { accountId }: ImportScope, id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('catalog_import')
    .select('file')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.file ?? null
}

/** Takes the right to write the account's imports until the transaction ends; false where another process has it. */
export async function claimRun(tx: Tx, { accountId }: ImportScope): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('catalog import ' || ${accountId}, 0)) as taken`.execute(tx)
  return rows[0]?.taken === true
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
  },
): Promise<void> {
  const { id, units, lines, inserted, updated, ignored, notices, isEnd, at } = part
  const told = [
    ...ignored.map((one) => ({ ...one, isNotice: false })),
    ...notices.map((one) => ({ ...one, isNotice: true })),
  ]
  const left = linesIn(ignored)
  if (told.length > 0)
    // One value for all of them: a question may have more lines than a statement has parameters.
    await sql`
      insert into catalog_import_ignored (account_id, import_id, line, code, field, value, other, is_notice, place)
      select ${accountId}, ${id}, n.line, n.code, n.field, n.value, left(n.other, 400), n."isNotice",
        row_number() over (partition by n.line)
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as n (line int, code text, field text, value text,
        other text, "isNotice" boolean)`.execute(tx)
  await sql`
    update catalog_import set units_done = units_done + ${units}, lines_done = lines_done + ${lines},
      lines_inserted = lines_inserted + ${inserted}, lines_updated = lines_updated + ${updated},
      lines_ignored = lines_ignored + ${left}, started_at = coalesce(started_at, ${at}), touched_at = ${at},
      failures = 0, ended_at = case when ${isEnd} then ${at}::timestamptz end,
      file = case when not ${isEnd} then file end,
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
      ended_at = case when failures + 1 >= ${most} then ${at}::timestamptz end,
      file = case when failures + 1 < ${most} then file end
    where account_id = ${accountId} and id = ${id} and status = 'in_progress'`.execute(tx)
}

/** Lets the database update its statistics of tables that imports have made much larger. */
export async function analyzeGrownCatalog(database: Database): Promise<void> {
  await sql`select analyze_grown_catalog()`.execute(database.app)
}

/** Accounts whose imports nobody has come on with since a moment. */
export async function unworkedImports(database: Database, since: Date, limit: number): Promise<readonly ImportScope[]> {
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
    .where('status', '=', 'in_progress')
    .execute()
}

import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import * as z from 'zod'
import { buybacksKnownAs } from '#api/db/customer-named.ts'
import { eachWord, matchesWord, usersMatching } from '#api/db/word-search.ts'
import { likeText } from '#api/db/like-pattern.ts'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { contentVersion } from '#api/http/content-version.ts'
import { windowOf } from '#api/http/list-page.ts'
import { typedCents, typedDay } from '#domain/kernel/typed-search.ts'
import type { TransferFile } from '#domain/payment/pain-001.ts'
import type {
  DueTransferAnswer,
  listPaymentFilesCall,
  PaymentFileAnswer,
  PaymentFileLineAnswer,
} from '#sync/calls/payment.ts'

/** One file of one account. */
export interface FileScope {
  readonly accountId: string
  readonly fileId: string
}

/** A payer as it is stored. */
export const payerSchema = z.object({
  name: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  town: z.string(),
  country: z.string(),
})
/** Whose money files debit. */
export type Payer = z.output<typeof payerSchema>

/** The account's payer; null until one is given. */
export async function readPayer(tx: Transaction<Tables>, accountId: string): Promise<Payer | null> {
  const found = await tx
    .selectFrom('payer')
    .select(['name', 'iban', 'bic', 'town', 'country'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found ?? null
}

/** The same, and no other call changes it until the transaction ends. */
export async function lockPayer(tx: Transaction<Tables>, accountId: string): Promise<Payer | null> {
  // There may be no payer yet, and two first ones at once; the account is always there to be locked.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  return readPayer(tx, accountId)
}

/** A payer with the version that its next change names. */
export function versionedPayer({ name, iban, bic, town, country }: Payer) {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, iban, bic, town, country]))
    .digest()
  return { name, iban, bic, town, country, version: contentVersion(digest) }
}

/** Keeps the account's payer. */
export async function writePayer(tx: Transaction<Tables>, accountId: string, payer: Payer, at: Date): Promise<void> {
  await tx
    .insertInto('payer')
    .values({ account_id: accountId, ...payer, updated_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...payer, updated_at: at }))
    .execute()
}

/** A bank transfer that may go into a file; its buyback is locked. */
export interface DueTransfer {
  readonly paymentId: string
  readonly buybackCode: string
  readonly amountCents: number
  readonly customerId: string | null
  readonly number: number
}

/**
 * Locks the bank transfers that are due in euros: those named, or all, the earliest promised day first. A second call
 * that waits for the lock does not find them any more.
 */
export async function lockDueTransfers(
  tx: Transaction<Tables>,
  accountId: string,
  ids: readonly string[] | null,
  limit: number,
): Promise<readonly DueTransfer[]> {
  const { rows: chosen } = await sql<{ buybackId: string }>`
    select b.id as "buybackId" from ${dueTransfers(accountId)}
      and (${ids}::uuid[] is null or p.id = any (${ids}::uuid[]))
    order by b.promised_payment_on, p.id limit ${limit}`.execute(tx)
  const buybackIds = chosen.map(({ buybackId }) => buybackId)
  await lockBuybacks(tx, sql`b.account_id = ${accountId} and b.id = any (${buybackIds}::uuid[])`)
  const found = await sql<DueTransfer>`
    select p.id as "paymentId", b.identification_number as "buybackCode", p.amount_cents as "amountCents",
      b.customer_id as "customerId", p.attempts + 1 as number
    from ${dueTransfers(accountId)} and b.id = any (${buybackIds}::uuid[])
    order by b.promised_payment_on, p.id`.execute(tx)
  return found.rows
}

/** A bank transfer that waits, by the name that its customer gave. */
export type WaitingTransfer = Omit<DueTransferAnswer, 'hasIban' | 'leftOut'> & { readonly customerId: string | null }

/** What a file made now would hold: as `lockDueTransfers`, without a lock. */
export async function readDueTransfers(
  tx: Transaction<Tables>,
  accountId: string,
  limit: number,
): Promise<readonly WaitingTransfer[]> {
  const found = await sql<WaitingTransfer>`
    select p.id as "paymentId", b.id as "buybackId", b.identification_number as "buybackCode", b.customer_id as "customerId",
      coalesce(c.account_holder, c.first_name || ' ' || c.last_name) as "payeeName", p.amount_cents as "amountCents",
      b.promised_payment_on as "promisedOn"
    from ${dueTransfers(accountId)}
    order by b.promised_payment_on, p.id limit ${limit}`.execute(tx)
  return found.rows
}

/** The item of buyback `b`; it keeps its buyback for good. */
const itemOf = sql`(select i.id from item i where i.account_id = b.account_id and i.buyback_id = b.id)`

function dueTransfers(accountId: string): RawBuilder<unknown> {
  return sql`payment p
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    where p.account_id = ${accountId} and b.account_id = ${accountId} and b.payment_status = 'payment_created'
      and p.provider = 'transfer_file' and p.currency = 'EUR' and p.amount_cents > 0
      and not exists (select from payment_release r
        where r.account_id = p.account_id and r.payment_id = p.id and r.state = 'waiting')`
}

/** A transfer as it goes into a file. */
export interface FiledTransfer {
  readonly attemptId: string
  readonly paymentId: string
  readonly number: number
  readonly key: string
  /** Sealed: name, IBAN and text. */
  readonly payee: Buffer
}

/** Keeps a file with its attempts, and raises the payments' counts. */
export async function insertFile(
  tx: Transaction<Tables>,
  scope: FileScope,
  file: {
    readonly messageId: string
    readonly at: Date
    readonly userId: string
    readonly executeOn: string
    readonly totalCents: number
    readonly payer: Payer
    readonly transfers: readonly FiledTransfer[]
  },
): Promise<void> {
  const { accountId, fileId } = scope
  await tx
    .insertInto('payment_file')
    .values({
      account_id: accountId,
      id: fileId,
      message_id: file.messageId,
      created_at: file.at,
      created_by: file.userId,
      execute_on: file.executeOn,
      count: file.transfers.length,
      total_cents: file.totalCents,
      currency: 'EUR',
      payer: JSON.stringify(file.payer),
      sent_at: null,
      sent_by: null,
    })
    .execute()
  const rows = JSON.stringify(file.transfers.map((each) => ({ ...each, payee: each.payee.toString('hex') })))
  await sql`
    insert into payment_attempt (account_id, id, payment_id, number, key, provider, state, started_at, file_id, payee)
    select ${accountId}, r."attemptId", r."paymentId", r.number, r.key, 'transfer_file', 'accepted', ${file.at},
      ${fileId}, decode(r.payee, 'hex')
    from jsonb_to_recordset(${rows}::jsonb) r ("attemptId" uuid, "paymentId" uuid, number integer, key text,
      payee text)`.execute(tx)
  await sql`
    update payment p set attempts = r.number
    from jsonb_to_recordset(${rows}::jsonb) r ("paymentId" uuid, number integer)
    where p.account_id = ${accountId} and p.id = r."paymentId"`.execute(tx)
}

/** A file as calls answer it; locked where `lock` says so. */
export async function readFile(
  tx: Transaction<Tables>,
  { accountId, fileId }: FileScope,
  lock = false,
): Promise<PaymentFileAnswer | null> {
  const found = await sql<FileRow>`
    select ${fileColumns} from payment_file f where f.account_id = ${accountId} and f.id = ${fileId}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return found.rows[0] === undefined ? null : answerOf(found.rows[0])
}

/** Files of an account, the newest first unless the query says otherwise. */
export async function listFiles(
  tx: Transaction<Tables>,
  accountId: string,
  query: z.output<typeof listPaymentFilesCall.query>,
): Promise<{ readonly members: readonly PaymentFileAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const orders = { total: sql`f.total_cents`, createdAt: sql`f.created_at` }
  const where = sql`f.account_id = ${accountId} and ${query.q === undefined ? sql`true` : knownAs(accountId, query.q)}`
  const found = await sql<FileRow>`
    select ${fileColumns} from payment_file f where ${where}
    order by ${orderText(orders, query.order, { createdAt: 'desc' }, sql`f.id desc`)} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const total = query.partial
    ? null
    : await sql<{ total: number }>`
        select count(*)::int as total from payment_file f where ${where}`.execute(tx)
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** So many characters are told apart at the end of an IBAN, at least. */
const leastIbanEnd = 4

/** Whether file `f`, or a transfer of it, is what a person typed. */
function knownAs(accountId: string, q: string): RawBuilder<unknown> {
  const end = q.replaceAll(/\s/g, '')
  const conditions: RawBuilder<unknown>[] = [
    sql`${eachWord(q, (word) => sql`(${matchesWord(sql`f.told`, word)} or f.created_by in ${usersMatching(accountId, word)})`)}`,
    sql`f.total_cents = ${typedCents(q)}::bigint`,
    sql`f.id in (select t.file_id from payment_attempt t
      join payment p on p.account_id = t.account_id and p.id = t.payment_id
      where t.account_id = ${accountId} and p.account_id = ${accountId} and p.buyback_id in ${buybacksKnownAs(accountId, q)})`,
  ]
  if (end.length >= leastIbanEnd) conditions.push(sql`f.payer ->> 'iban' like ${`%${likeText(end.toUpperCase())}`}`)
  const day = typedDay(q)
  if (day !== null)
    conditions.push(sql`f.execute_on = ${day}::date or (f.created_at at time zone
      (select a.time_zone from account a where a.id = f.account_id))::date = ${day}::date`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Every file of an account that a bank may have, and when it was made, the oldest first. */
export async function readFileDates(
  tx: Transaction<Tables>,
  accountId: string,
): Promise<readonly { readonly fileId: string; readonly createdAt: Date }[]> {
  return tx
    .selectFrom('payment_file')
    .select(['id as fileId', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`not exists (select from payment_release r where r.account_id = payment_file.account_id
        and r.file_id = payment_file.id and r.state <> 'released')`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What a file says, its payees still sealed. */
export async function readFileContent(
  tx: Transaction<Tables>,
  { accountId, fileId }: FileScope,
): Promise<
  | (Omit<TransferFile, 'transfers'> & {
      readonly transfers: readonly { readonly key: string; readonly amountCents: number; readonly payee: Buffer }[]
    })
  | null
> {
  const file = await tx
    .selectFrom('payment_file')
    .select(['message_id', 'created_at', 'execute_on', 'payer'])
    .where('account_id', '=', accountId)
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (file === undefined) return null
  const lines = await sql<{ key: string; amountCents: number; payee: Buffer }>`
    select t.key, p.amount_cents as "amountCents", t.payee from payment_attempt t
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    where t.account_id = ${accountId} and t.file_id = ${fileId} order by t.key`.execute(tx)
  return {
    messageId: file.message_id,
    createdAt: file.created_at,
    executeOn: file.execute_on,
    payer: payerSchema.parse(file.payer),
    transfers: lines.rows,
  }
}

/** The transfers of a file, their payees still sealed, the ones promised first first. */
export async function readLines(
  tx: Transaction<Tables>,
  { accountId, fileId }: FileScope,
): Promise<readonly (Omit<PaymentFileLineAnswer, 'payeeName' | 'ibanEnd'> & { readonly payee: Buffer })[]> {
  const found = await sql<Omit<PaymentFileLineAnswer, 'payeeName' | 'ibanEnd'> & { readonly payee: Buffer }>`
    select p.id as "paymentId", b.id as "buybackId", b.identification_number as "buybackCode", t.key as reference,
      p.amount_cents as "amountCents", t.state, b.status in ('bb_cancelled', 'bb_not_completed') as "isClosed", t.payee
    from payment_attempt t
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    where t.account_id = ${accountId} and t.file_id = ${fileId}
    order by b.promised_payment_on, p.id`.execute(tx)
  return found.rows
}

/**
 * Payments of a file with the attempts that put them there, in the order of their items, in which they are locked;
 * `waits` are those for which the bank's word is due.
 */
export async function filedPayments(
  tx: Transaction<Tables>,
  { accountId, fileId }: FileScope,
): Promise<readonly { readonly attemptId: string; readonly paymentId: string; readonly waits: boolean }[]> {
  const found = await sql<{ attemptId: string; paymentId: string; waits: boolean }>`
    select t.id as "attemptId", t.payment_id as "paymentId", t.state = 'accepted' as waits
    from payment_attempt t
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    where t.account_id = ${accountId} and t.file_id = ${fileId} order by ${itemOf}`.execute(tx)
  return found.rows
}

export async function markFileSent(
  tx: Transaction<Tables>,
  { accountId, fileId }: FileScope,
  at: Date,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('payment_file')
    .set({ sent_at: at, sent_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', fileId)
    .execute()
}

type FileRow = Omit<PaymentFileAnswer, 'createdAt' | 'sentAt'> & {
  readonly createdAt: Date
  readonly sentAt: Date | null
}

const makerOf = sql`(select u.first_name || ' ' || u.last_name from user_account u
  where u.account_id = f.account_id and u.id = f.created_by)`

const fileColumns = sql`f.id, f.message_id as "messageId", f.created_at as "createdAt", ${makerOf} as "createdBy",
  f.execute_on as "executeOn", f.count, f.total_cents as "totalCents", f.currency, f.sent_at as "sentAt",
  (select count(*)::int from payment_attempt t
    where t.account_id = f.account_id and t.file_id = f.id and t.state = 'failed'
      and t.failure is distinct from 'not_released') as refused,
  coalesce((select r.state from payment_release r
    where r.account_id = f.account_id and r.file_id = f.id), 'not_needed') as "releaseState"`

function answerOf(row: FileRow): PaymentFileAnswer {
  return { ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null }
}

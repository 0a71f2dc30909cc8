import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import { visibleBuybacks, type BuybackScope } from '#api/db/buyback-scope.ts'
import { buybacksKnownAs } from '#api/db/customer-named.ts'
import { openSecrets, type SecretSealer } from '#api/db/customer-secrets.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { typedCents, typedDay } from '#domain/kernel/typed-search.ts'
import { actsOnPayments, issuerInEffect } from '#domain/payment/acts-on-payments.ts'
import { owedStatuses } from '#domain/payment/payment-rules.ts'
import type { VoucherType } from '#domain/payment/payment-provider.ts'
import type {
  exportPaymentsCall,
  listDuePaymentsCall,
  listPaymentsCall,
  PaymentAnswer,
  PaymentDetailAnswer,
} from '#sync/calls/payment.ts'

/** Who looks, and how far. */
export interface PaymentReader {
  readonly accountId: string
  readonly scope: BuybackScope
}

type PaymentQuery = z.output<typeof listPaymentsCall.query>

/** What payments are narrowed by. */
export type PaymentFilters = Omit<z.output<typeof exportPaymentsCall.query>, 'language'>

type Row = Omit<PaymentAnswer, 'settledAt' | 'completedAt'> & {
  readonly settledAt: Date
  readonly completedAt: Date | null
}

const columns = sql`p.id, p.buyback_id as "buybackId", b.identification_number as "buybackCode",
  c.first_name || ' ' || c.last_name as "customerName", b.payment_status as status, p.amount_cents as "amountCents",
  p.absorbed_cents as "absorbedCents", p.currency, p.payment_mode_id as "modeId", m.label as "modeLabel", m.type as "modeType", p.provider,
  coalesce(b.settled_at, p.created_at) as "settledAt", b.promised_payment_on as "promisedOn",
  p.completed_at as "completedAt", p.complementary_information as "complementaryInformation", p.attempts,
  t.failure, t.file_id as "fileId", case
    when exists (select from payment_release r
      where r.account_id = p.account_id and r.payment_id = p.id and r.state = 'waiting') then 'waiting'
    when b.payment_status in ('payment_created', 'payment_failed') then (select case when r.state = 'refused'
        or (r.state = 'withdrawn' and r.subject = 'payout') then 'refused' end from payment_release r
      where r.account_id = p.account_id and r.payment_id = p.id and r.over_at is null
        and (r.subject = 'payout' or r.state <> 'withdrawn')
      order by r.made_at desc, r.id desc limit 1) end as "releaseState",
  b.payment_status = 'payment_created' and p.provider in ('program', 'http') and coalesce((select r.state in ('refused', 'withdrawn')
    from payment_release r
    where r.account_id = p.account_id and r.payment_id = p.id and r.subject = 'payout' and r.attempt = p.attempts + 1
      and r.over_at is null order by r.made_at desc, r.id desc limit 1), false)
    and not exists (select from payment_release r
      where r.account_id = p.account_id and r.payment_id = p.id and r.state = 'waiting') as "mayAskAgain"`

const from = sql`payment p
  join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
  left join customer c on c.account_id = b.account_id and c.id = b.customer_id
  left join payment_mode m on m.account_id = p.account_id and m.id = p.payment_mode_id
  left join payment_attempt t on t.account_id = p.account_id and t.payment_id = p.id and t.number = p.attempts`

const orders = {
  promisedOn: sql`b.promised_payment_on`,
  settledAt: sql`b.settled_at`,
  amount: sql`p.amount_cents`,
}

/** Payments of settled buybacks; the ones promised first come first, unless the query says otherwise. */
export async function listPayments(
  tx: Transaction<Tables>,
  reader: PaymentReader,
  query: PaymentQuery,
): Promise<{ readonly members: readonly PaymentAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const where = sql`${visible(reader)} and ${filtered(reader, query)}`
  const found = await sql<Row>`
    select ${columns} from ${from} where ${where}
    order by ${orderText(orders, query.order, { promisedOn: 'asc' }, sql`p.id`)}
    limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial
    ? null
    : await sql<{ total: number }>`
        select count(*)::int as total from payment p
        join buyback b on b.account_id = p.account_id and b.id = p.buyback_id where ${where}`.execute(tx)
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** One payment; null where the reader sees none of this id. */
export async function readPayment(
  tx: Transaction<Tables>,
  reader: PaymentReader,
  id: string,
): Promise<PaymentAnswer | null> {
  const found = await sql<Row>`
    select ${columns} from ${from} where ${visible(reader)} and p.id = ${id}`.execute(tx)
  return found.rows[0] === undefined ? null : answerOf(found.rows[0])
}

/** Payments of an export after one of them, by the order of their making. */
export async function readExportPart(
  tx: Transaction<Tables>,
  reader: PaymentReader,
  filters: PaymentFilters,
  afterId: string | null,
  limit: number,
): Promise<readonly PaymentAnswer[]> {
  const found = await sql<Row>`
    select ${columns} from ${from} where ${visible(reader)} and ${filtered(reader, filters)}
      and (${afterId}::uuid is null or p.id > ${afterId}::uuid)
    order by p.id limit ${limit}`.execute(tx)
  return found.rows.map(answerOf)
}

type AttemptRow = Omit<PaymentDetailAnswer['attemptList'][number], 'startedAt' | 'endedAt'> & {
  readonly startedAt: Date
  readonly endedAt: Date | null
}
type PostingRow = Omit<PaymentDetailAnswer['postings'][number], 'at'> & { readonly at: Date }

/** What happened to a payment; the caller sees to it that its reader may see it. */
export async function readPaymentStory(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  { accountId, paymentId }: { readonly accountId: string; readonly paymentId: string },
): Promise<Pick<PaymentDetailAnswer, 'attemptList' | 'postings' | 'voucher' | 'hasIban' | 'ibanEnd' | 'markedBy'>> {
  const attempts = await sql<AttemptRow>`
    select t.id, t.number, t.provider, t.state, t.started_at as "startedAt", t.ended_at as "endedAt", t.reference,
      t.failure, t.file_id as "fileId"
    from payment_attempt t where t.account_id = ${accountId} and t.payment_id = ${paymentId}
    order by t.number`.execute(tx)
  // One of two lines that stand against a third is told by its own id: the smaller amount.
  const postings = await sql<PostingRow>`
    select case when d.amount_cents <= - k.amount_cents then d.id else k.id end as id, d.kind, d.ledger as debited,
      k.ledger as credited, least(d.amount_cents, - k.amount_cents) as "amountCents", d.posted_at as at
    from ledger_entry d
    join ledger_entry k on k.account_id = d.account_id and k.posting_id = d.posting_id and k.amount_cents < 0
    where d.account_id = ${accountId} and d.payment_id = ${paymentId} and d.amount_cents > 0
    order by d.posted_at, d.id`.execute(tx)
  const rest = await sql<{ customerId: string | null; hasIban: boolean; markedBy: string | null }>`
    select b.customer_id as "customerId", exists (select from customer_secret x where x.account_id = b.account_id and x.customer_id = b.customer_id
        and x.kind = 'iban') as "hasIban",
      (select u.first_name || ' ' || u.last_name from user_account u
        where u.account_id = p.account_id and u.id = p.marked_by) as "markedBy"
    from payment p join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    where p.account_id = ${accountId} and p.id = ${paymentId}`.execute(tx)
  const customerId = rest.rows[0]?.customerId ?? null
  const secrets = customerId === null ? null : await openSecrets(tx, vault, { accountId, customerId })
  const voucher = await readVoucher(tx, accountId, sql`v.payment_id = ${paymentId}`)
  return {
    attemptList: attempts.rows.map((row) => ({
      ...row,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
    postings: postings.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    voucher:
      voucher === null
        ? null
        : {
            type: voucher.type,
            codeEnd: voucher.code.slice(-4),
            amountCents: voucher.amountCents,
            issuedAt: voucher.issuedAt.toISOString(),
          },
    hasIban: rest.rows[0]?.hasIban ?? false,
    ibanEnd: secrets?.iban?.slice(-4) ?? null,
    markedBy: rest.rows[0]?.markedBy ?? null,
  }
}

/** A voucher or gift card with its code. */
export interface IssuedVoucher {
  readonly type: VoucherType
  readonly code: string
  readonly amountCents: number
  readonly currency: Currency
  readonly issuedAt: Date
}

/** The voucher `v` of payment `p` that a condition names; null where none was issued. */
export async function readVoucher(
  tx: Transaction<Tables>,
  accountId: string,
  condition: RawBuilder<unknown>,
): Promise<IssuedVoucher | null> {
  const found = await sql<IssuedVoucher>`
    select v.type, v.code, v.amount_cents as "amountCents", v.currency, v.issued_at as "issuedAt"
    from voucher v join payment p on p.account_id = v.account_id and p.id = v.payment_id
    where v.account_id = ${accountId} and ${condition}`.execute(tx)
  return found.rows[0] ?? null
}

/** Whether the reader sees a buyback at all. */
export async function seesBuyback(tx: Transaction<Tables>, reader: PaymentReader, id: string): Promise<boolean> {
  const found = await sql`
    select 1 from buyback b where ${visibleBuybacks(reader.accountId, reader.scope)} and b.id = ${id}`.execute(tx)
  return found.rows.length > 0
}

/**
 * Payments whose money has not arrived, as far as anybody knows, and whose promise falls on `until` or before: nobody
 * has begun, a file was never sent, or a service gives no final answer. `missed` are those before `today`.
 */
export async function listDue(
  tx: Transaction<Tables>,
  reader: PaymentReader,
  { until, today }: { readonly until: string; readonly today: string },
  page: z.output<typeof listDuePaymentsCall.query>,
): Promise<DuePayments> {
  const { limit, offset } = windowOf(page)
  const where = sql`${visible(reader)} and b.payment_status = any (${owedStatuses}::text[])
    and b.promised_payment_on <= ${until}::date and ${page.q === undefined ? sql`true` : dueAs(reader.accountId, page.q)}`
  const found = await sql<Row>`
    select ${columns} from ${from} where ${where}
    order by ${orderText({ promisedOn: orders.promisedOn }, page.order, { promisedOn: 'asc' }, sql`p.id`)}
    limit ${limit} offset ${offset}`.execute(tx)
  const counted = await sql<{ total: number; missed: number; totalCents: number }>`
    select count(*)::int as total, coalesce(sum(p.amount_cents), 0)::float8 as "totalCents", count(*) filter (where b.promised_payment_on < ${today}::date)::int as missed
    from payment p join buyback b on b.account_id = p.account_id and b.id = p.buyback_id where ${where}`.execute(tx)
  const { total, missed, totalCents } = counted.rows[0] ?? { total: 0, missed: 0, totalCents: 0 }
  return { members: found.rows.map(answerOf), total: page.partial ? null : total, missed, totalCents }
}

/** Due payments of a page; how many there are, have missed their promise, and what all of them come to. */
export interface DuePayments {
  readonly members: readonly PaymentAnswer[]
  readonly total: number | null
  readonly missed: number
  readonly totalCents: number
}

/** Whether the account has users of the caller's module act on its payments. */
export async function mayActOnPayments(
  tx: Transaction<Tables>,
  { accountId, module }: Pick<Session, 'accountId' | 'module'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('account')
    .leftJoin('organization_root_detail', 'organization_root_detail.account_id', 'account.id')
    .select(['payment_issuer', 'buyer_payment_enabled'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (found === undefined) return false
  return actsOnPayments(module, issuerInEffect(found.payment_issuer, found.buyer_payment_enabled === true))
}

/** The time zone of an account. */
export async function readTimeZone(tx: Transaction<Tables>, accountId: string): Promise<string> {
  const found = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from account where id = ${accountId}`.execute(tx)
  return found.rows[0]?.timeZone ?? 'Europe/Paris'
}

/** Whose calendar counts, and which day it is there. */
export async function readCalendar(
  tx: Transaction<Tables>,
  accountId: string,
  now: Date,
): Promise<{ readonly country: string; readonly today: string }> {
  const found = await sql<{ country: string; today: string }>`
    select company_country as country, (${now}::timestamptz at time zone time_zone)::date as today
    from account where id = ${accountId}`.execute(tx)
  return found.rows[0] ?? { country: 'FR', today: now.toISOString().slice(0, 10) }
}

function visible({ accountId, scope }: PaymentReader): RawBuilder<unknown> {
  return sql`p.account_id = ${accountId} and ${visibleBuybacks(accountId, scope)}`
}

function filtered({ accountId }: PaymentReader, filters: PaymentFilters): RawBuilder<unknown> {
  const { status, mode, provider, dueFrom, due, buybackId, q } = filters
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (status !== undefined) conditions.push(sql`b.payment_status = any (${status}::text[])`)
  if (mode !== undefined) conditions.push(sql`p.payment_mode_id = any (${mode}::uuid[])`)
  if (provider !== undefined) conditions.push(sql`p.provider = any (${provider}::text[])`)
  if (dueFrom !== undefined) conditions.push(sql`b.promised_payment_on >= ${dueFrom}::date`)
  if (due !== undefined) conditions.push(sql`b.promised_payment_on <= ${due}::date`)
  if (buybackId !== undefined) conditions.push(sql`p.buyback_id = ${buybackId}`)
  if (q !== undefined) conditions.push(sql`p.buyback_id in ${buybacksKnownAs(accountId, q)}`)
  return sql.join(conditions, sql` and `)
}

/** Whether a due payment is what a person typed: its buyback, its amount or its day. */
function dueAs(accountId: string, q: string): RawBuilder<unknown> {
  // Each of the three is found by itself, which `or` would not allow.
  return sql`p.buyback_id in (select k.id from ${buybacksKnownAs(accountId, q)} k
    union select o.buyback_id from payment o where o.account_id = ${accountId} and o.amount_cents = ${typedCents(q)}::integer
    union select d.id from buyback d where d.account_id = ${accountId} and d.promised_payment_on = ${typedDay(q)}::date)`
}

function answerOf(row: Row): PaymentAnswer {
  return { ...row, settledAt: row.settledAt.toISOString(), completedAt: row.completedAt?.toISOString() ?? null }
}

import { sql, type RawBuilder, type Transaction } from 'kysely'
import * as z from 'zod'
import { visibleBuybacks } from '#api/db/buyback-scope.ts'
import { buybacksKnownAs } from '#api/db/customer-named.ts'
import { eachWord, usersMatching } from '#api/db/word-search.ts'
import { newId } from '#api/db/new-id.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Module } from '#domain/organization/module.ts'
import { typedCents } from '#domain/kernel/typed-search.ts'
import { newUserDays, payoutDecision, type ReleaseState, type ReleaseSubject } from '#domain/payment/payment-release.ts'
import type { listPaymentReleasesCall, PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import type { WaitingPayerAnswer } from '#sync/calls/payment-payer.ts'
import { payerSchema } from './payment-file-queries.ts'
import type { PaymentReader } from './payment-queries.ts'

type Tx = Transaction<Tables>

/** Lines of a history that may have changed whom the customer's payments go to. */
const payeeActions = ['edit', 'finalize']

/** Who looks at what waits: how far, and about which subjects they may decide. */
export interface ReleaseReader extends PaymentReader {
  readonly userId: string
  readonly module: Module
  readonly subjects: readonly ReleaseSubject[]
  /** Whether the account has them act on payments at all. */
  readonly mayAct: boolean
  readonly now: Date
}

/** What is put on its way until a second person decides, or is in effect at once. */
export interface NewRelease {
  readonly accountId: string
  readonly subject: ReleaseSubject
  readonly state?: 'waiting' | 'not_needed'
  readonly paymentId?: string
  readonly attempt?: number
  readonly payeeDigest?: Buffer
  readonly fileId?: string
  readonly amountCents?: number
  readonly currency?: NonNullable<PaymentReleaseAnswer['currency']>
  readonly note?: string | null
  readonly change?: object
  readonly madeBy: string | null
  readonly at: Date
}

/** Keeps what waits for a second person; false where the same waits already. */
export async function insertRelease(tx: Tx, made: NewRelease): Promise<boolean> {
  const { state = 'waiting' } = made
  const kept = await tx
    .insertInto('payment_release')
    .values({
      account_id: made.accountId,
      id: newId(),
      subject: made.subject,
      state,
      payment_id: made.paymentId ?? null,
      attempt: made.attempt ?? null,
      payee_digest: made.payeeDigest ?? null,
      file_id: made.fileId ?? null,
      amount_cents: made.amountCents ?? null,
      currency: made.currency ?? null,
      note: made.note ?? null,
      change: made.change === undefined ? null : JSON.stringify(made.change),
      made_at: made.at,
      made_by: made.madeBy,
      decided_at: state === 'waiting' ? null : made.at,
      decided_by: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Something that waits, locked until the transaction ends. */
export interface LockedRelease {
  readonly id: string
  readonly subject: ReleaseSubject
  readonly state: ReleaseState
  readonly paymentId: string | null
  readonly fileId: string | null
  readonly note: string | null
  readonly change: unknown
  readonly madeBy: string | null
  /** Who made it, and of a payout every user who had a part in it. */
  readonly makers: readonly string[]
}

/** Locks it, after everything that it is about (docs/reference/order-of-locks.md). */
export async function lockRelease(tx: Tx, accountId: string, id: string): Promise<LockedRelease | null> {
  const found = await sql<Omit<LockedRelease, 'makers'>>`
    select r.id, r.subject, r.state, r.payment_id as "paymentId", r.file_id as "fileId", r.note, r.change,
      r.made_by as "madeBy"
    from payment_release r where r.account_id = ${accountId} and r.id = ${id} for update`.execute(tx)
  const [row] = found.rows
  if (row === undefined) return null
  const makers = await sql<{ id: string }>`
    select ${row.madeBy}::uuid as id where ${row.madeBy}::uuid is not null
    union select h.actor_id from payment p
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    join ${actionsOf} on true
    where ${row.subject} = 'payout' and p.account_id = ${accountId} and p.id = ${row.paymentId}
      and b.account_id = ${accountId} and h.actor_id is not null`.execute(tx)
  return { ...row, makers: makers.rows.map((maker) => maker.id) }
}

/**
 * Actions `h` of those who had a part in an automatic payment of buyback `b`: all on its own product, and corrections of
 * other buybacks of its customer, whose e-mail and name, to which it goes, they share.
 */
const actionsOf = sql`lateral (select h.actor_id from item i
    join item_history h on h.account_id = i.account_id and h.item_id = i.id
    where i.account_id = b.account_id and i.buyback_id = b.id
  union all select h.actor_id from buyback s
    join item i on i.account_id = s.account_id and i.buyback_id = s.id
    join item_history h on h.account_id = i.account_id and h.item_id = i.id
    where s.account_id = b.account_id and s.customer_id = b.customer_id and s.id <> b.id
      and h.action = any (${payeeActions}::text[])) h`

/** Notes how something that waited was decided. */
export async function decideRelease(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  decision: {
    readonly state: Exclude<ReleaseState, 'waiting' | 'not_needed'>
    readonly at: Date
    readonly by: string
    readonly reason?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('payment_release')
    .set({
      state: decision.state,
      decided_at: decision.at,
      decided_by: decision.by,
      reason: decision.reason === '' ? null : (decision.reason ?? null),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** What waits of the account itself, its payer or its rule; null where nothing does. */
export async function readWaiting(
  tx: Tx,
  accountId: string,
  subject: 'payer' | 'rule',
): Promise<{ readonly change: unknown; readonly madeBy: string | null; readonly madeAt: string } | null> {
  const found = await sql<{ change: unknown; madeBy: string | null; madeAt: Date }>`
    select r.change, r.made_by_name as "madeBy", r.made_at as "madeAt" from payment_release r
    where r.account_id = ${accountId} and r.subject = ${subject} and r.state = 'waiting'`.execute(tx)
  const [row] = found.rows
  return row === undefined ? null : { ...row, madeAt: row.madeAt.toISOString() }
}

/** The change of the payer that waits, as calls answer it. */
export async function readWaitingPayer(tx: Tx, accountId: string): Promise<WaitingPayerAnswer | null> {
  const waiting = await readWaiting(tx, accountId, 'payer')
  if (waiting === null) return null
  const { name, iban } = payerSchema.parse(waiting.change)
  return { name, iban, madeBy: waiting.madeBy, madeAt: waiting.madeAt }
}

/** Takes back a change of the payer that waits, because another has come into effect without a second person. */
export async function withdrawPayer(tx: Tx, accountId: string, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('payment_release')
    .set({ state: 'withdrawn', decided_at: at, decided_by: by })
    .where('account_id', '=', accountId)
    .where('subject', '=', 'payer')
    .where('state', '=', 'waiting')
    .execute()
}

/** Whether anything about a payment waits. */
export async function paymentWaits(tx: Tx, accountId: string, paymentId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_release')
    .select('id')
    .where('account_id', '=', accountId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * How the latest release of an attempt stands: null where nobody was asked, or where another amount, or another payee,
 * was released than is owed, or would be paid, now.
 */
export async function payoutState(
  tx: Tx,
  payout: {
    readonly accountId: string
    readonly paymentId: string
    readonly attempt: number
    readonly amountCents: number
    readonly payeeDigest: Buffer
  },
): Promise<ReleaseState | null> {
  const found = await tx
    .selectFrom('payment_release')
    .select(['state', 'amount_cents', 'payee_digest'])
    .where('account_id', '=', payout.accountId)
    .where('payment_id', '=', payout.paymentId)
    .where('subject', '=', 'payout')
    .where('attempt', '=', payout.attempt)
    .where('over_at', 'is', null)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (found?.state !== 'released') return found === undefined ? null : payoutDecision(found.state)
  // Amounts come as text where they may be larger than an integer.
  const isSame =
    Number(found.amount_cents) === payout.amountCents && found.payee_digest?.equals(payout.payeeDigest) === true
  return isSame ? 'released' : null
}

type Query = Omit<z.output<typeof listPaymentReleasesCall.query>, 'q'> & { readonly q?: string | undefined }

/** What a reader may decide about, or could have; the latest first unless the query says otherwise. */
export async function listReleases(
  tx: Tx,
  reader: ReleaseReader,
  query: Query,
): Promise<{ readonly members: readonly PaymentReleaseAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const orders = { madeAt: sql`r.made_at`, amount: sql`r.amount_cents` }
  const where = sql`${visible(reader)} and ${filtered(reader, query)}`
  const found = await sql<Row>`
    select ${columns(reader)} from ${from} where ${where}
    order by ${orderText(orders, query.order, { madeAt: 'desc' }, sql`r.id desc`)}
    limit ${limit} offset ${offset}`.execute(tx)
  const total = query.partial
    ? null
    : await sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(tx)
  return { members: found.rows.map(answerOf), total: total === null ? null : (total.rows[0]?.total ?? 0) }
}

/** One of them; null where the reader sees none of this id. */
export async function readRelease(tx: Tx, reader: ReleaseReader, id: string): Promise<PaymentReleaseAnswer | null> {
  const found = await sql<Row>`
    select ${columns(reader)} from ${from} where ${visible(reader)} and r.id = ${id}`.execute(tx)
  return found.rows[0] === undefined ? null : answerOf(found.rows[0])
}

const from = sql`payment_release r
  left join payment p on p.account_id = r.account_id and p.id = r.payment_id
  left join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
  left join customer c on c.account_id = b.account_id and c.id = b.customer_id
  left join payment_file f on f.account_id = r.account_id and f.id = r.file_id`

type Row = Omit<PaymentReleaseAnswer, 'mayRelease' | 'madeAt' | 'decidedAt' | 'payer' | 'rule'> & {
  readonly madeAt: Date
  readonly decidedAt: Date | null
  readonly change: unknown
}

/** Whether the reader was made, or given another e-mail or post, lately, while the rule of the account was on. */
export async function isNewUser(tx: Tx, reader: ReleaseReader): Promise<boolean> {
  const found = await sql<{ isNew: boolean }>`select ${newUser(reader)} as "isNew"`.execute(tx)
  return found.rows[0]?.isNew === true
}

// An administrator of the platform, or a buyer's user, was made by nobody of the account.
function newUser({ accountId, userId, module, now }: ReleaseReader): RawBuilder<unknown> {
  return sql`exists (select from payment_rule y
    join user_account u on u.account_id = y.account_id and u.id = ${userId} and not u.stands_in
    left join user_module m on m.account_id = u.account_id and m.user_id = u.id and m.module = ${module}
    where y.account_id = ${accountId} and y.release_above_cents is not null
      and greatest(u.email_since, m.held_since) > greatest(y.on_since, ${now}::timestamptz - ${newUserDays} * interval '1 day'))`
}

// Why the reader may not release what waits; null where they may, or it does not wait.
function bar(reader: ReleaseReader): RawBuilder<unknown> {
  const { userId, mayAct } = reader
  return sql`case when r.state <> 'waiting' then null when not ${mayAct}::boolean then 'not_acting'
    when r.made_by is not distinct from ${userId}::uuid then 'own'
    when r.subject = 'payout' and exists (select from ${actionsOf} where h.actor_id = ${userId}) then 'part'
    when ${newUser(reader)} then 'new_user' end`
}

// Which the other buybacks of a device are is read in the account alone: a buyer learns that there are some.
function columns(reader: ReleaseReader): RawBuilder<unknown> {
  const { userId, scope } = reader
  return sql`r.id, r.subject, r.state, r.amount_cents as "amountCents", r.currency, f.count,
    case when r.file_id is not null then (select count(*)::int from payment_attempt t
      join payment x on x.account_id = t.account_id and x.id = t.payment_id
      join buyback k on k.account_id = x.account_id and k.id = x.buyback_id
      where t.account_id = r.account_id and t.file_id = r.file_id
        and k.status in ('bb_cancelled', 'bb_not_completed')) end as "closedCount",
    r.payment_id as "paymentId", r.file_id as "fileId", b.identification_number as "buybackCode",
    c.first_name || ' ' || c.last_name as "customerName",
    case when r.subject = 'payout' then c.email end as "customerEmail",
    case when r.subject <> 'same_imei' or ${scope.kind === 'account'}::boolean then r.note end as note, r.change, r.made_at as "madeAt",
    r.made_by_name as "madeBy", r.made_by is not distinct from ${userId}::uuid as "isOwn",
    ${bar(reader)} as bar,
    r.decided_at as "decidedAt", r.decided_by_name as "decidedBy", r.reason`
}

// A buyer sees the payments that are assigned to it, and nothing of the account itself.
function visible({ accountId, scope, subjects }: ReleaseReader): RawBuilder<unknown> {
  return sql`r.account_id = ${accountId} and r.subject = any (${subjects}::text[])
    and (r.payment_id is null or ${visibleBuybacks(accountId, scope)})`
}

function filtered(reader: ReleaseReader, { state, subject, releasable, q }: Query): RawBuilder<unknown> {
  const { accountId } = reader
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (state !== undefined) conditions.push(sql`r.state = any (${state}::text[])`)
  if (subject !== undefined) conditions.push(sql`r.subject = any (${subject}::text[])`)
  if (releasable === 'true') conditions.push(sql`r.state = 'waiting' and ${bar(reader)} is null`)
  if (q !== undefined)
    conditions.push(sql`(p.buyback_id in ${buybacksKnownAs(accountId, q)} or r.amount_cents = ${typedCents(q)}::bigint
      or ${eachWord(q, (word) => sql`r.made_by in ${usersMatching(accountId, word)}`)})`)
  return sql.join(conditions, sql` and `)
}

export const ruleChangeSchema = z.object({ releaseAboveCents: z.int().nullable() })

function answerOf({ change, ...row }: Row): PaymentReleaseAnswer {
  const payer = row.subject === 'payer' ? payerSchema.parse(change) : null
  return {
    ...row,
    mayRelease: row.state === 'waiting' && row.bar === null,
    payer: payer === null ? null : { name: payer.name, iban: payer.iban },
    rule: row.subject === 'rule' ? ruleChangeSchema.parse(change) : null,
    madeAt: row.madeAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

import { sql, type Transaction } from 'kysely'
import { lockBuybacks } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import { queuePaymentMail, type BuybackMailDeps } from '#api/mail/buyback-mails.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import { nextPaymentStatus, type PaymentAction } from '#domain/payment/payment-rules.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { ModeProvider, PaymentProvider } from '#domain/payment/payment-provider.ts'
import { isKept } from '#domain/quarantine/quarantine.ts'

/** One payment of one account. */
export interface PaymentScope {
  readonly accountId: string
  readonly paymentId: string
}

/** A payment whose buyback is locked for this transaction. */
export interface LockedPayment extends PaymentScope {
  readonly buybackId: string
  readonly buybackCode: string
  readonly buyerAccountId: string | null
  readonly status: PaymentStatus
  /** Whether its buyback was cancelled or not completed, so that nothing more is owed unless the product was kept. */
  readonly isClosed: boolean
  readonly amountCents: number
  readonly currency: Currency
  readonly provider: PaymentProvider | null
  readonly promisedOn: string | null
  /** Day of the settling, or of the loss for which it is owed again, in the account's time zone. */
  readonly settledOn: string
  readonly country: string
  readonly attempts: number
  readonly customerId: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  /** Of the rule by which its product came in (CIRC-14). */
  readonly customValues: Readonly<Record<string, unknown>>
  readonly mode: { readonly type: PaymentType; readonly provider: ModeProvider } | null
}

type Row = Omit<LockedPayment, 'mode'> & {
  readonly modeType: PaymentType | null
  readonly modeProvider: ModeProvider | null
}

/**
 * Locks a payment by its id or its buyback's: every change of a payment waits for the buyback's row, so that the second
 * transaction sees what the first has done. Null where the account has none.
 */
export async function lockPayment(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string } & ({ readonly paymentId: string } | { readonly buybackId: string }),
): Promise<LockedPayment | null> {
  const { accountId } = scope
  const named = 'paymentId' in scope ? sql`p.id = ${scope.paymentId}` : sql`p.buyback_id = ${scope.buybackId}`
  const ofBuyback =
    'paymentId' in scope
      ? sql`(select p.buyback_id from payment p where p.account_id = ${accountId} and p.id = ${scope.paymentId})`
      : sql`${scope.buybackId}`
  await lockBuybacks(tx, sql`b.account_id = ${accountId} and b.id = ${ofBuyback}`)
  const found = await sql<Row>`
    select p.account_id as "accountId", p.id as "paymentId", b.id as "buybackId",
      b.identification_number as "buybackCode", b.buyer_account_id as "buyerAccountId", b.payment_status as status,
      b.status in ('bb_cancelled', 'bb_not_completed') as "isClosed", p.amount_cents as "amountCents", p.currency, p.provider, b.promised_payment_on as "promisedOn",
      (coalesce(p.owed_again_at, b.settled_at, p.created_at) at time zone a.time_zone)::date as "settledOn",
      a.company_country as country, p.attempts, b.customer_id as "customerId",
      c.first_name || ' ' || c.last_name as "customerName", c.email as "customerEmail", m.type as "modeType",
      m.provider as "modeProvider", coalesce(r.custom_values, '{}') as "customValues"
    from payment p
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    join account a on a.id = p.account_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    left join payment_mode m on m.account_id = p.account_id and m.id = p.payment_mode_id
    left join lateral (select r.custom_values from category k
      join dispatch_circuit_rule_category y on y.account_id = k.account_id and y.category_id = any (k.path)
      join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
      where k.account_id = b.account_id and k.id = b.category_id and r.circuit_id = b.circuit_id
      order by array_position(k.path, y.category_id) desc, r.id limit 1) r on true
    where p.account_id = ${accountId} and ${named}`.execute(tx)
  const [row] = found.rows
  if (row === undefined) return null
  const { modeType, modeProvider, ...payment } = row
  return {
    ...payment,
    mode: modeType === null || modeProvider === null ? null : { type: modeType, provider: modeProvider },
  }
}

/**
 * The one writer of payment statuses beside the database's own triggers: asks the table, writes the next status, and
 * answers it; null, and nothing written, where the table refuses. The ledger follows by the database, and the customer
 * hears of a completed payment.
 */
export async function actOnPayment(
  tx: Transaction<Tables>,
  deps: BuybackMailDeps,
  payment: LockedPayment,
  action: PaymentAction,
): Promise<LockedPayment | null> {
  const status = nextPaymentStatus(payment.status, action)
  if (status === null) return null
  const { accountId, paymentId, buybackId } = payment
  if (status === 'payment_completed')
    await sql`update payment set completed_at = ${deps.now()} where account_id = ${accountId} and id = ${paymentId}`.execute(
      tx,
    )
  await tx
    .updateTable('buyback')
    .set({ payment_status: status })
    .where('account_id', '=', accountId)
    .where('id', '=', buybackId)
    .execute()
  if (status === 'payment_completed') await queuePaymentMail(tx, deps, { accountId, buybackId })
  return { ...payment, status }
}

/**
 * A definite refusal by any provider: the payment has failed. It is owed no longer where its buyback was cancelled by
 * force while it was under way, unless the warehouse has kept the product since. Null where the table refuses.
 */
export async function failPayment(
  tx: Transaction<Tables>,
  deps: BuybackMailDeps,
  payment: LockedPayment,
): Promise<LockedPayment | null> {
  const failed = await actOnPayment(tx, deps, payment, 'fail')
  if (failed === null || !failed.isClosed || (await keptProduct(tx, failed))) return failed
  return actOnPayment(tx, deps, failed, 'cancel')
}

// A release locks the buyback as well, so that one of the two sees what the other has done.
async function keptProduct(tx: Transaction<Tables>, { accountId, buybackId }: LockedPayment): Promise<boolean> {
  const item = await tx
    .selectFrom('item')
    .select(['status', 'left_status as leftStatus'])
    .where('account_id', '=', accountId)
    .where('buyback_id', '=', buybackId)
    .executeTakeFirst()
  return item !== undefined && isKept(item)
}

/** Makes a job with this transaction; one that waits already for the same payment is brought forward instead. */
export async function sendJob(
  tx: Transaction<Tables>,
  queue: 'payment-start' | 'payment-ask',
  { accountId, paymentId }: PaymentScope,
  waitSeconds = 0,
): Promise<void> {
  const data = JSON.stringify({ accountId, paymentId })
  await sql`select send_job_once(${queue}, ${data}::jsonb, ${waitSeconds} * interval '1 second')`.execute(tx)
}

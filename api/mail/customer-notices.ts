import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { sendByOfBuyback } from '#api/db/send-by-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import { isClosed, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import { isOwed } from '#domain/payment/payment-rules.ts'
import type { NoticeKind } from '#domain/buyback/notice-kind.ts'
import { queueNoticeMail, type BuybackMailDeps } from './buyback-mails.ts'

interface Notice {
  readonly accountId: string
  readonly buybackId: string
  readonly kind: NoticeKind
}

/** Notices taken in one round. */
const batch = 100
/** After so many failed attempts a notice waits for nobody any more. */
const attemptLimit = 12

/**
 * Builds the effect that follows each step of a buyback: it mails what the database has noted for customers, each in a
 * transaction of its own, and answers how many it mailed. Any number of processes may run it.
 */
export function createCustomerNotices(
  deps: BuybackMailDeps & {
    readonly database: Database
    readonly mailQueued: () => void
    readonly log: { warn(facts: object, message: string): void }
  },
): () => Promise<number> {
  return async () => {
    const { rows } = await sql<Notice>`
      select account_id as "accountId", buyback_id as "buybackId", kind from customer_notices_due(${batch})`.execute(
      deps.database.app,
    )
    let mailed = 0
    for (const notice of rows) {
      try {
        if (await inAccount(deps.database, notice.accountId, (tx) => mailNotice(tx, deps, notice))) mailed += 1
      } catch (error) {
        const reason = error instanceof Error ? error.name : typeof error
        deps.log.warn({ buybackId: notice.buybackId, kind: notice.kind, reason }, 'notice not mailed')
        await inAccount(deps.database, notice.accountId, (tx) => postpone(tx, notice)).catch(() => undefined)
      }
    }
    if (mailed > 0) deps.mailQueued()
    return mailed
  }
}

async function mailNotice(tx: Transaction<Tables>, deps: BuybackMailDeps, notice: Notice): Promise<boolean> {
  const taken = await tx
    .deleteFrom('customer_notice')
    .where('account_id', '=', notice.accountId)
    .where('buyback_id', '=', notice.buybackId)
    .where('kind', '=', notice.kind)
    .returning('kind')
    .executeTakeFirst()
  // Another process was faster.
  if (taken === undefined) return false
  const now = await readStep(tx, notice)
  if (now === null || !isStillTrue(notice.kind, now)) return false
  return queueNoticeMail(tx, deps, { ...notice, isPaymentOwed: isOwed(now.paymentStatus) })
}

/** A buyback as it stands now: an action may have been taken back, or the money sent, since a step was noted. */
interface Step {
  readonly status: BuybackStatus
  readonly paymentStatus: PaymentStatus
  readonly isReplaced: boolean
  readonly isPriced: boolean
  readonly isLost: boolean
  readonly hasCome: boolean
  readonly isAccepted: boolean
  /** Whether its customer is still to hand it over, no later than today. */
  readonly isToSend: boolean | null
}

async function readStep(tx: Transaction<Tables>, { accountId, buybackId }: Notice): Promise<Step | null> {
  const { rows } = await sql<Step>`
    select b.status, b.payment_status as "paymentStatus", b.validated_price_cents is not null as "isPriced",
      i.status like 'item_lost%' as "isLost", i.status = 'item_awaiting_compliancy_tests' as "hasCome",
      exists (select from item_history h where h.account_id = i.account_id and h.item_id = i.id
        and h.action = 'replace') as "isReplaced",
      exists (select from price_proposal p where p.account_id = b.account_id and p.buyback_id = b.id
        and p.answer = 'accepted') as "isAccepted",
      ${sendByOfBuyback('b', 'i')}::date >= (now() at time zone a.time_zone)::date as "isToSend"
    from buyback b join account a on a.id = b.account_id
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    where b.account_id = ${accountId} and b.id = ${buybackId}`.execute(tx)
  return rows[0] ?? null
}

/** What a cancellation leaves where nothing is paid: money that was on its way or made, staff settle with the customer. */
const paidNothing: readonly PaymentStatus[] = ['awaiting_payment', 'payment_cancelled', 'payment_not_needed']

/** Whether what was noted is so, and no other mail says the same. */
function isStillTrue(kind: NoticeKind, step: Step): boolean {
  const isCancelled = step.status === 'bb_cancelled'
  // A voucher leaves at once: its mail has named the price.
  const isPaid = step.paymentStatus === 'payment_completed'
  switch (kind) {
    case 'item_received':
      return step.hasCome && !isClosed(step.status)
    case 'price_confirmed':
      return step.isPriced && !step.isAccepted && !step.isLost && !isCancelled && !isPaid
    case 'proposal_accepted':
    case 'proposal_ended_accepted':
      return !isCancelled && !isPaid
    case 'buyback_cancelled':
      return isCancelled && !step.isReplaced && paidNothing.includes(step.paymentStatus)
    case 'item_lost':
      return step.isLost && (isOwed(step.paymentStatus) || isPaid)
    case 'send_reminder':
      return step.isToSend === true && !isClosed(step.status)
    case 'proposal_declined':
    case 'proposal_ended_declined':
      return true
  }
}

async function postpone(tx: Transaction<Tables>, { accountId, buybackId, kind }: Notice): Promise<void> {
  await sql`
    with tried as (
      update customer_notice set attempts = attempts + 1,
        due_at = now() + least(600, 5 * 2 ^ attempts) * interval '1 second'
      where account_id = ${accountId} and buyback_id = ${buybackId} and kind = ${kind} and attempts < ${attemptLimit}
      returning kind)
    delete from customer_notice where account_id = ${accountId} and buyback_id = ${buybackId} and kind = ${kind}
      and not exists (select from tried)`.execute(tx)
}

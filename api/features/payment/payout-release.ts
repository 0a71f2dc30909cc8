import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { needsRelease } from '#domain/payment/payment-release.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { insertRelease, paymentWaits, payoutState } from './payment-release-queries.ts'
import { readPaymentRule } from './payment-rule.ts'
import type { LockedPayment } from './payment-state.ts'

type Tx = Transaction<Tables>

/**
 * Whether a payment that the program or a service carries out is left alone: it waits for a second person, or one has
 * refused it. Where the rule of the account asks for one, this is where the wait begins, once for each attempt.
 */
export async function isHeld(tx: Tx, payment: LockedPayment, now: Date): Promise<boolean> {
  if (!isAutomatic(payment) || nextPaymentStatus(payment.status, 'initiate') === null) return false
  if (await paymentWaits(tx, payment.accountId, payment.paymentId)) return true
  const state = await payoutState(tx, nextPayout(payment))
  if (state !== null) return state !== 'released'
  return askForRelease(tx, payment, { madeBy: null, now })
}

/** Whether a second person has refused that a payment is carried out, so that it goes on only when a user asks again. */
export async function isPayoutRefused(tx: Tx, payment: LockedPayment): Promise<boolean> {
  if (!isAutomatic(payment) || nextPaymentStatus(payment.status, 'initiate') === null) return false
  if (await paymentWaits(tx, payment.accountId, payment.paymentId)) return false
  return (await payoutState(tx, nextPayout(payment))) === 'refused'
}

/**
 * Asks for a second person before a payment is carried out, where the rule of the account or a refusal before does; the
 * user who wants it paid again is the one who made it. Answers whether it waits now.
 */
export async function askForRelease(
  tx: Tx,
  payment: LockedPayment,
  {
    madeBy,
    now,
    wasRefused = false,
  }: { readonly madeBy: string | null; readonly now: Date; readonly wasRefused?: boolean },
): Promise<boolean> {
  const { amountCents, currency } = payment
  if (!isAutomatic(payment)) return false
  const rule = await readPaymentRule(tx, payment.accountId)
  if (!wasRefused && !needsRelease(rule, { amountCents, aloneCents: 0 })) return false
  await insertRelease(tx, { ...nextPayout(payment), subject: 'payout', currency, madeBy, at: now })
  return true
}

function isAutomatic({ provider }: LockedPayment): boolean {
  return provider === 'program' || provider === 'http'
}

function nextPayout(payment: LockedPayment) {
  const { accountId, paymentId, amountCents, attempts } = payment
  return { accountId, paymentId, amountCents, attempt: attempts + 1, payeeDigest: payeeDigest(payment) }
}

// Whom a service pays, and whom a voucher is sent to.
function payeeDigest({ customerName, customerEmail }: LockedPayment): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([customerName, customerEmail]))
    .digest()
}

/**
 * Whether an attempt that has begun, and of which its service knows nothing, may be sent again as the payment stands:
 * not where a second person has released it for another payee.
 */
export async function mayRepeat(tx: Tx, payment: LockedPayment): Promise<boolean> {
  const released = await tx
    .selectFrom('payment_release')
    .select('payee_digest')
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.paymentId)
    .where('subject', '=', 'payout')
    .where('state', '=', 'released')
    .where('attempt', '=', payment.attempts)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return released === undefined || released.payee_digest?.equals(payeeDigest(payment)) === true
}

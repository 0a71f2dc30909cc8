import { paymentStatuses, type PaymentStatus } from '../buyback/payment-status.ts'

/** What can happen to a payment. */
export const paymentActions = [
  'owe',
  'owe_nothing',
  'initiate',
  'complete',
  'fail',
  'refuse_cancel',
  'try_again',
  'mark_paid',
  'cancel',
] as const
/** One thing that can happen to a payment. */
export type PaymentAction = (typeof paymentActions)[number]

interface PaymentRule {
  readonly from: readonly PaymentStatus[]
  readonly to: PaymentStatus
}

/**
 * The lifecycle of a payment (lifecycle, money rule 6; decisions, 10): the only table of it. `owe` and `owe_nothing`
 * come with the settling of the buyback, and once more where its product is lost after it was cancelled; `initiate` before a provider hears of an attempt, `complete`, `fail` and
 * `refuse_cancel` with the provider's definite word, and `try_again` only after a definite failure.
 */
export const paymentRules: Readonly<Record<PaymentAction, PaymentRule>> = {
  owe: { from: ['awaiting_payment', 'payment_cancelled', 'payment_not_needed'], to: 'payment_created' },
  owe_nothing: { from: ['awaiting_payment', 'payment_cancelled'], to: 'payment_not_needed' },
  initiate: { from: ['payment_created'], to: 'payment_initiated' },
  complete: { from: ['payment_initiated', 'payment_cancel_failed'], to: 'payment_completed' },
  fail: { from: ['payment_initiated', 'payment_cancel_failed'], to: 'payment_failed' },
  refuse_cancel: { from: ['payment_initiated'], to: 'payment_cancel_failed' },
  try_again: { from: ['payment_failed'], to: 'payment_created' },
  mark_paid: { from: ['payment_created', 'payment_failed'], to: 'payment_completed' },
  cancel: { from: ['awaiting_payment', 'payment_created', 'payment_failed'], to: 'payment_cancelled' },
}

/** The status that an action leads to; null where the table refuses it. */
export function nextPaymentStatus(status: PaymentStatus, action: PaymentAction): PaymentStatus | null {
  const rule = paymentRules[action]
  return rule.from.includes(status) ? rule.to : null
}

/** Whether settling a buyback has its payment owed; one that was made, or is under way, keeps its amount. */
export function isOwedBySettling(status: PaymentStatus): boolean {
  return nextPaymentStatus(status, 'owe') !== null
}

/** Whether the customer of a settled buyback still waits for the money: nobody has begun, or nobody knows yet how it ends. */
export function isOwed(status: PaymentStatus): boolean {
  return nextPaymentStatus(status, 'mark_paid') !== null || nextPaymentStatus(status, 'complete') !== null
}

/** The statuses in which the customer of a settled buyback still waits for the money. */
export const owedStatuses = paymentStatuses.filter(isOwed)

/**
 * Whether cancelling the buyback cancels its payment, too. Where there is nothing to pay the answer is yes; a payment
 * under way, made, or refused to be cancelled by its provider asks for force and stays as it is (decisions, 10).
 */
export function canCancelPayment(status: PaymentStatus): boolean {
  return (
    nextPaymentStatus(status, 'cancel') !== null || status === 'payment_cancelled' || status === 'payment_not_needed'
  )
}

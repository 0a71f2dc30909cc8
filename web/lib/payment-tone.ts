import type { PaymentStatus } from '#domain/buyback/payment-status.ts'

/** What a payment's status means, as the tone of its badge. */
export const toneOfPayment: {
  readonly [Status in PaymentStatus]: 'neutral' | 'active' | 'success' | 'waiting' | 'problem'
} = {
  awaiting_payment: 'neutral',
  payment_cancel_failed: 'problem',
  payment_cancelled: 'neutral',
  payment_completed: 'success',
  payment_created: 'waiting',
  payment_failed: 'problem',
  payment_initiated: 'active',
  payment_not_needed: 'neutral',
}

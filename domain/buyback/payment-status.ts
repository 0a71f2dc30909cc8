/** Payment statuses of a buyback (BB-20). */
export const paymentStatuses = [
  'awaiting_payment',
  'payment_cancel_failed',
  'payment_cancelled',
  'payment_completed',
  'payment_created',
  'payment_failed',
  'payment_initiated',
  'payment_not_needed',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

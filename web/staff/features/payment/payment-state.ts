import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { useCan } from '#web/lib/platform.tsx'

/** Whether the customer still waits for somebody to begin. */
export function isUnpaid(status: PaymentStatus): boolean {
  return nextPaymentStatus(status, 'mark_paid') !== null
}

/** What the user may do with a payment of a status. */
export function usePaymentRights() {
  const may = useCan('payment.mark_paid')
  return {
    markPaid: (status: PaymentStatus) => may && isUnpaid(status),
    tryAgain: (status: PaymentStatus) => may && nextPaymentStatus(status, 'try_again') !== null,
  }
}

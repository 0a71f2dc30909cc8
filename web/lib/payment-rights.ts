import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import { actsOnPayments } from '#domain/payment/payment-issuer.ts'
import { nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import { useCan, useSignedInUser } from './platform.tsx'

/** Whether the customer still waits for somebody to begin. */
export function isUnpaid(status: PaymentStatus): boolean {
  return nextPaymentStatus(status, 'mark_paid') !== null
}

/** What the user may do with a payment of a status. */
export function usePaymentRights() {
  const { module, viewedAccount } = useSignedInUser()
  // A user stored by an earlier version does not say who pays: the server answers where the offer was wrong.
  const may = useCan('payment.mark_paid') && actsOnPayments(module, viewedAccount?.paymentIssuer ?? 'buyer')
  return {
    markPaid: (status: PaymentStatus) => may && isUnpaid(status),
    tryAgain: (status: PaymentStatus) => may && nextPaymentStatus(status, 'try_again') !== null,
  }
}

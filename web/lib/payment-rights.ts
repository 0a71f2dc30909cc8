import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import { actsOnPayments } from '#domain/payment/acts-on-payments.ts'
import { isOwed, nextPaymentStatus } from '#domain/payment/payment-rules.ts'
import type { PaymentAnswer } from '#sync/calls/payment.ts'
import { useCan, useFormat, useSignedInUser } from './platform.tsx'

/** Tells whether the money of a promise is still to come, and whether it is late by the day of the account. */
export function usePromise() {
  const today = useFormat().today()
  return (status: PaymentStatus, promisedOn: string | null) => {
    const isDue = isOwed(status)
    return { isDue, isLate: isDue && promisedOn !== null && promisedOn < today }
  }
}

/** What the user may do with a payment of a status. */
export function usePaymentRights() {
  const { module, viewedAccount } = useSignedInUser()
  // A user stored by an earlier version does not say who pays: the server answers where the offer was wrong.
  const may = useCan('payment.mark_paid') && actsOnPayments(module, viewedAccount?.paymentIssuer ?? 'buyer')
  return {
    markPaid: (status: PaymentStatus) => may && nextPaymentStatus(status, 'mark_paid') !== null,
    tryAgain: (status: PaymentStatus) => may && nextPaymentStatus(status, 'try_again') !== null,
    /** A payment that is carried out without people goes on after a refusal only when a user asks again. */
    askAgain: ({ mayAskAgain }: Pick<PaymentAnswer, 'mayAskAgain'>) => may && mayAskAgain,
  }
}

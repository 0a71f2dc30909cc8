import type { PaymentAnswer } from '#sync/calls/payment.ts'

/** How soon a page asks again for what a job or a service is about to say, in milliseconds. */
export const followMs = 3_000

/** Whether a payment goes on without people: a service is asked, or has been and has not answered for good. */
export function isUnderWay(payment: PaymentAnswer): boolean {
  const { status, provider, releaseState, mayAskAgain } = payment
  if (status === 'payment_initiated') return provider === 'http' || provider === 'program'
  return (
    status === 'payment_created' &&
    provider !== 'manual' &&
    provider !== 'transfer_file' &&
    !mayAskAgain &&
    releaseState === null
  )
}

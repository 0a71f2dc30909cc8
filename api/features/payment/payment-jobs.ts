import * as z from 'zod'
import type { PaymentDeps } from './payment-deps.ts'
import { askPayment, startPayment } from './run-payout.ts'

const scopeSchema = z.object({ accountId: z.guid(), paymentId: z.guid() })

/** The queues of payments and what works on them. */
export function createPaymentJobs(deps: PaymentDeps) {
  return [
    { queue: 'payment-start', run: (data: unknown) => startPayment(deps, scopeSchema.parse(data)) },
    { queue: 'payment-ask', run: (data: unknown) => askPayment(deps, scopeSchema.parse(data)) },
  ] as const
}

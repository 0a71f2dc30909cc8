import * as z from 'zod'
import { customerCancelReasons, lateCauses } from '#domain/buyback/cancel-reason.ts'

/** Whether the customer of a private link may cancel its buyback. */
export const trackedCancel = z.object({
  /** Why it is too late; null while it may be cancelled. */
  lateCause: z.enum(lateCauses).nullable(),
  /** Whether its customer has cancelled it. */
  isByCustomer: z.boolean(),
})
export type TrackedCancel = z.output<typeof trackedCancel>

/**
 * `POST /api/tracking/{token}/cancel`: the customer of a private link cancels the buyback; once more changes nothing.
 * Answers 409 `BUYBACK_NOT_CANCELLABLE` once the product has left; `details.cause` says who has it.
 */
export const cancelTrackedCall = {
  method: 'post',
  path: '/api/tracking/{token}/cancel',
  params: z.strictObject({ token: z.string().min(1).max(96) }),
  body: z.strictObject({ reason: z.enum(customerCancelReasons) }),
  answer: trackedCancel,
} as const

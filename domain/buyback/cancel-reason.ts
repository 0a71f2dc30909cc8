/** Why a buyback is cancelled (BB-30). */
export const cancelReasons = ['customer_retraction', 'technical_problem', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Why a buyback is cancelled (BB-30). */
export const cancelReasons = ['customer_retraction', 'technical_problem', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Why customers cancel by themselves: a retraction to the office, which reads this beside it. */
export const customerCancelReasons = ['changed_mind', 'better_offer', 'mistake', 'takes_too_long', 'other'] as const
export type CustomerCancelReason = (typeof customerCancelReasons)[number]

/** Why customers no longer cancel by themselves: who has the product, or what the buyback has become. */
export const lateCauses = ['sent', 'in_store', 'received', 'settled', 'ended'] as const
export type LateCause = (typeof lateCauses)[number]

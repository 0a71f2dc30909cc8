/** Why a refused or held operation is not settled. */
export const attentionErrors = [
  /** Nothing is left to settle: unknown, or applied. */
  'REFUSAL_UNKNOWN',
  /** Another user's operation, and the actor does not look after that user's warehouse. */
  'REFUSAL_NOT_YOURS',
] as const
export type AttentionError = (typeof attentionErrors)[number]

/** Why a refused or held operation is not settled. */
export const exchangeErrors = [
  /** Nothing is left to settle: unknown, or applied. */
  'REFUSAL_UNKNOWN',
  /** Somebody else's, and the actor does not look after their warehouse. */
  'REFUSAL_NOT_YOURS',
] as const
/** One such reason. */
export type ExchangeError = (typeof exchangeErrors)[number]

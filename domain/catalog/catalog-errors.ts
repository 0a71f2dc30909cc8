/** Reasons why answers give no grade or price; stable, shown and translated by code. */
export const catalogErrors = [
  /** A question has no answer («diagnostic error»). */
  'DIAGNOSTIC_UNANSWERED',
  /** An answer is none of its question's, a question none of the questionnaire's, or answered twice («configuration error»). */
  'DIAGNOSTIC_ANSWER_UNKNOWN',
  /** The product has no price for the grade («no buyback price defined»). */
  'PRICE_NOT_DEFINED',
] as const
export type CatalogError = (typeof catalogErrors)[number]

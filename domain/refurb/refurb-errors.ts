/** Reasons why refurbishment is refused; stable, shown and translated by code. */
export const refurbErrors = [
  'REFURB_ALREADY_DIAGNOSED',
  'REFURB_NOT_STARTED',
  'REFURB_UNANSWERED',
  'REFURB_ANSWER_UNKNOWN',
  'REFURB_ONE_ANSWER',
  'REFURB_STEP_UNKNOWN',
  'REFURB_STEP_CHANGED',
  'REFURB_STEP_STATUS',
  'REFURB_STEP_STOCK',
  'REFURB_STOCK_MISSING',
  'REFURB_REASON_MISSING',
  'REFURB_CANCEL_NOT_ALLOWED',
  'REFURB_STEPS_OPEN',
  'REFURB_HAS_REFUSED',
] as const
export type RefurbError = (typeof refurbErrors)[number]

/** Reasons why the administration of steps is refused; answers of the API carry them. */
export type RefurbAdministrationError = 'REFURB_STEP_ASSIGNED'

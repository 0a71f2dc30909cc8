/** Reasons why a payment, a file of payments or a job is refused. Answers of the API carry them. */
export const paymentErrors = [
  'PAYMENT_NOT_PAYABLE',
  'PAYMENT_CANNOT_BE_CANCELLED',
  'PAYMENT_NOT_FAILED',
  'PAYMENT_SERVICE_MISSING',
  'PAYMENT_PAYER_MISSING',
  'PAYMENT_IBAN_INVALID',
  'PAYMENT_FILE_EMPTY',
  'PAYMENT_FILE_NOT_TRANSFERABLE',
  'PAYMENT_SIGNATURE_INVALID',
  /** Rightly signed, and of no shape that is known. */
  'PAYMENT_EVENT_INVALID',
  /** A service speaks of another amount, or another currency, than it was asked to pay. */
  'PAYMENT_AMOUNT_DIFFERS',
  /** A bonus of a payment mode needs the premium feature. */
  'PAYMENT_BONUS_DISABLED',
  'JOB_NOT_FAILED',
] as const
export type PaymentError = (typeof paymentErrors)[number]

/** Reasons why a payment, a file of payments or a job is refused. Answers of the API carry them. */
export const paymentErrors = [
  'PAYMENT_NOT_PAYABLE',
  'PAYMENT_CANNOT_BE_CANCELLED',
  'PAYMENT_NOT_FAILED',
  'PAYMENT_SERVICE_MISSING',
  'PAYMENT_PAYER_MISSING',
  'PAYMENT_IBAN_INVALID',
  /** No bank carries out SEPA transfers from or to an account of that country. */
  'PAYMENT_IBAN_OUTSIDE_SEPA',
  /** Banks read Latin letters alone. */
  'PAYMENT_NAME_NOT_LATIN',
  'PAYMENT_FILE_EMPTY',
  'PAYMENT_FILE_NOT_TRANSFERABLE',
  'PAYMENT_SIGNATURE_INVALID',
  /** Rightly signed, and of no shape that is known. */
  'PAYMENT_EVENT_INVALID',
  /** A service speaks of another amount, or another currency, than it was asked to pay. */
  'PAYMENT_AMOUNT_DIFFERS',
  /** A bonus of a payment mode needs the premium feature. */
  'PAYMENT_BONUS_DISABLED',
  /** What is to be released, refused or taken back does not wait any more. */
  'PAYMENT_RELEASE_DECIDED',
  'PAYMENT_RELEASE_HELD',
  /** Nobody releases what they have made. */
  'PAYMENT_RELEASE_OWN',
  /** A user who was made, or given another e-mail or post, a short while ago releases nothing. */
  'PAYMENT_RELEASE_NEW_USER',
  /** The same already waits for a second person. */
  'PAYMENT_RELEASE_WAITING',
  /** A file that waits, or was refused, goes to no bank. */
  'PAYMENT_FILE_NOT_RELEASED',
  /** A rule that asks for two people in an account that has one. */
  'PAYMENT_RULE_ONE_PERSON',
  'JOB_NOT_FAILED',
] as const
export type PaymentError = (typeof paymentErrors)[number]

import type { ErrorCode } from '#api/http/error-status.ts'

/** What a declaration is refused for: the product, its buyer, its questions, its price. */
const declarationRefusals = [
  'PRODUCT_NO_LONGER_EXISTS',
  'PRODUCT_NOT_PUBLISHED',
  'BUYBACK_BUYER_UNREACHABLE',
  'BUYBACK_IMEI_REQUIRED',
  'IMEI_MALFORMED',
  'DIAGNOSTIC_UNANSWERED',
  'DIAGNOSTIC_ANSWER_UNKNOWN',
  'PRICE_NOT_DEFINED',
  'BUYBACK_ZERO_NOT_ALLOWED',
  'BUYBACK_TOTAL_NEGATIVE',
  'BUYBACK_QUESTIONS_CHANGED',
  'BUYBACK_PRICE_CHANGED',
] as const satisfies readonly ErrorCode[]

/** What the options step is refused for. */
const optionRefusals = [
  'BUYBACK_CIRCUIT_NOT_AVAILABLE',
  'BUYBACK_OPTION_NOT_AVAILABLE',
  'CIRCUIT_NO_TRANSPORT_MODE',
  'CIRCUIT_NO_PAYMENT_MODE',
  'CIRCUIT_NO_WAREHOUSE',
] as const satisfies readonly ErrorCode[]

/** Refusals of an offer that is to be locked. */
export const offerRefusals = [
  'REQUEST_NOT_FOUND',
  'ACCESS_THROTTLED',
  ...declarationRefusals,
  ...optionRefusals,
] as const satisfies readonly ErrorCode[]

/** What became in the meantime of the predeclared buyback that a new one takes the place of. */
const formerRefusals = ['BUYBACK_CANCELLED', 'BUYBACK_ALREADY_FINALIZED'] as const satisfies readonly ErrorCode[]

/** Refusals of a cart's closing. */
export const cartRefusals = [
  'REQUEST_NOT_FOUND',
  'ACCESS_PERMISSION_MISSING',
  'CART_FULL',
  'CART_EXPIRED',
  'CART_BELOW_MINIMUM',
  'QUOTE_SOLD',
  'PICKUP_SLOT_TAKEN',
  'RELAY_POINT_GONE',
  ...formerRefusals,
] as const satisfies readonly ErrorCode[]

/** Refusals of a sale, alone or as a line of a cart. */
export const creationRefusals = [
  ...offerRefusals,
  ...cartRefusals,
  'CART_LINE_CHANGED',
  'CART_CUSTOMER_DIFFERS',
  'CART_ALREADY_VALIDATED',
  'BUYBACK_STORE_UNKNOWN',
  'PICKUP_SLOT_REQUIRED',
  'RELAY_POINT_REQUIRED',
  'RELAY_POINTS_UNAVAILABLE',
  'CUSTOMER_INVALID',
  'QUOTE_EXPIRED',
  'QUOTE_DIFFERS',
] as const satisfies readonly ErrorCode[]

/** Refusals of a store that takes what was declared on the web. */
export const finalizeRefusals = [
  'REQUEST_NOT_FOUND',
  ...declarationRefusals,
  ...optionRefusals,
  'BUYBACK_CANCELLED',
  'BUYBACK_ALREADY_FINALIZED',
  'BUYBACK_STORE_UNKNOWN',
  'CUSTOMER_INVALID',
] as const satisfies readonly ErrorCode[]

/** Reasons why a buyback is not created, changed or shown; stable, shown and translated by code. */
export const buybackErrors = [
  /** The server's prices are others than those that the customer saw; `details` holds both. */
  'BUYBACK_PRICE_CHANGED',
  'BUYBACK_TOTAL_NEGATIVE',
  'BUYBACK_ZERO_NOT_ALLOWED',
  /** The questions of the category are others than those that were answered. */
  'BUYBACK_QUESTIONS_CHANGED',
  'BUYBACK_CIRCUIT_NOT_AVAILABLE',
  /** The shipping method or payment mode is none of the circuit's for this country; `field` says which. */
  'BUYBACK_OPTION_NOT_AVAILABLE',
  /** The buyer of the category cannot be reached, so that no transfer order can be made (PUB-30). */
  'BUYBACK_BUYER_UNREACHABLE',
  'BUYBACK_IMEI_REQUIRED',
  'BUYBACK_STORE_UNKNOWN',
  /** The product is collected in a slot, and none was chosen. */
  'PICKUP_SLOT_REQUIRED',
  /** No place is left in the slot, or it is not offered any more. */
  'PICKUP_SLOT_TAKEN',
  /** The carrier has the product, or comes in the slot that it has: it is not changed any more. */
  'PICKUP_FIXED',
  /** The carrier did not answer whether it comes in another slot; the former one counts. */
  'PICKUP_UNCONFIRMED',
  /** The carrier was asked for this buyback too often within an hour. */
  'PICKUP_CHANGED_TOO_OFTEN',
  /** The parcel is handed over at a point, and none was chosen. */
  'RELAY_POINT_REQUIRED',
  /** The point takes no parcels any more. */
  'RELAY_POINT_GONE',
  /** The carrier did not answer which points it has. */
  'RELAY_POINTS_UNAVAILABLE',
  /** It was cancelled (PUB-30). */
  'BUYBACK_CANCELLED',
  'BUYBACK_ALREADY_FINALIZED',
  /** What was to be corrected is fixed by now; `field` says which part. */
  'BUYBACK_NOT_EDITABLE',
  /** Its state does not allow cancelling any more. */
  'BUYBACK_NOT_CANCELLABLE',
  /** The product is not where it is said to be lost; `details.lossPlace` says where it is. */
  'BUYBACK_NOT_LOST_THERE',
  /** The same ids came with another content before. */
  'CART_LINE_CHANGED',
  'CART_CUSTOMER_DIFFERS',
  'CART_FULL',
  'CART_ALREADY_VALIDATED',
  'CART_EXPIRED',
  'CART_BELOW_MINIMUM',
  'QUOTE_EXPIRED',
  /** The offer has become a buyback, which is not cancelled. */
  'QUOTE_SOLD',
  /** What is sold is not what the offer was made for. */
  'QUOTE_DIFFERS',
  /** Fields of the customer's step break their rules; `details.faults` names each (domain/customer). */
  'CUSTOMER_INVALID',
  /** A buyback of the customer is still open or unpaid. */
  'CUSTOMER_IN_USE',
  'TRACKING_LINK_INVALID',
] as const
/** Reasons why a counter's sale is refused beside those; outcomes of operations, and before a sale begins. */
export const counterErrors = [
  /** The device has loaded no catalog yet. */
  'COUNTER_CATALOG_MISSING',
  /** The device has not heard for too long whether its catalog still counts. */
  'COUNTER_CATALOG_EXPIRED',
  /** No number is left to the device. */
  'COUNTER_NUMBERS_USED_UP',
  /** The server does not know the catalog that the sale names, or has forgotten it. */
  'COUNTER_PRICES_UNKNOWN',
  /** The catalog had been replaced for longer than it is promised for. */
  'COUNTER_PRICES_WITHDRAWN',
  /** The prices would count at the age that the device claims, and it had sent everything of that age long ago. */
  'COUNTER_AGE_DOUBTED',
  /** The number lies in no block of the device. */
  'COUNTER_NUMBER_NOT_RESERVED',
  'COUNTER_NUMBER_TAKEN',
  /** The device has sold the cart before. */
  'COUNTER_CART_SOLD',
  /** The key to which the customer's details were sealed is unknown or gone. */
  'COUNTER_KEY_UNKNOWN',
  /** The customer's details do not open: damaged, or of another sale. */
  'COUNTER_DETAILS_UNREADABLE',
] as const
export type CounterError = (typeof counterErrors)[number]
export type BuybackError = (typeof buybackErrors)[number]

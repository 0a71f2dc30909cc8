import type { SeenLine } from '#domain/buyback/contract-price.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import { CallError } from '#web/lib/http.ts'

/** What helps against a refusal: the new price, declaring again, or leaving the product out. */
export type CreationCure = 'newPrice' | 'declareAgain' | 'takeOut'

/** Refusals of one product; each is a key of `checkout:refused` (PUB-30 to PUB-35). */
const cures = {
  BUYBACK_CANCELLED: 'takeOut',
  BUYBACK_ALREADY_FINALIZED: 'takeOut',
  BUYBACK_BUYER_UNREACHABLE: 'takeOut',
  PRICE_NOT_DEFINED: 'takeOut',
  CIRCUIT_NO_PAYMENT_MODE: 'declareAgain',
  CIRCUIT_NO_TRANSPORT_MODE: 'declareAgain',
  CIRCUIT_NO_WAREHOUSE: 'takeOut',
  DIAGNOSTIC_ANSWER_UNKNOWN: 'declareAgain',
  DIAGNOSTIC_UNANSWERED: 'declareAgain',
  PRODUCT_NO_LONGER_EXISTS: 'takeOut',
  PRODUCT_NOT_PUBLISHED: 'takeOut',
  BUYBACK_PRICE_CHANGED: 'newPrice',
  BUYBACK_QUESTIONS_CHANGED: 'declareAgain',
  BUYBACK_TOTAL_NEGATIVE: 'declareAgain',
  BUYBACK_ZERO_NOT_ALLOWED: 'takeOut',
  BUYBACK_CIRCUIT_NOT_AVAILABLE: 'declareAgain',
  BUYBACK_OPTION_NOT_AVAILABLE: 'declareAgain',
  BUYBACK_STORE_UNKNOWN: 'declareAgain',
  PICKUP_SLOT_REQUIRED: 'declareAgain',
  PICKUP_SLOT_TAKEN: 'declareAgain',
  RELAY_POINT_REQUIRED: 'declareAgain',
  RELAY_POINT_GONE: 'declareAgain',
  BUYBACK_IMEI_REQUIRED: 'declareAgain',
  IMEI_MALFORMED: 'declareAgain',
  QUOTE_EXPIRED: 'declareAgain',
  QUOTE_SOLD: 'declareAgain',
  QUOTE_DIFFERS: 'declareAgain',
} as const satisfies Record<string, CreationCure>

/** A refusal that has words of its own. */
export type CreationCode = keyof typeof cures

/** Today's prices of the server, beside those that the customer saw. */
export interface CurrentPrices {
  readonly estimatedPriceCents: number
  readonly impactPriceEntries: readonly (SeenLine & { readonly label: string })[]
  readonly totalPriceCents: number
}

/** Why a product was not taken. */
export interface CreationRefusal {
  /** Null: the general words (PUB-36). */
  readonly code: CreationCode | null
  readonly cure: CreationCure
  /** With a changed price alone. */
  readonly current: CurrentPrices | null
}

/**
 * Why a creation was neither done nor refused: no answer of the server, a fault of it, too many requests, or a site that
 * has closed for now.
 */
export type Interruption = 'network' | 'server' | 'throttle' | 'closed'

/** What came of a failed creation, whichever call it was (PUB-37). */
export type CreationFailure =
  /** `inCartId` names its line where the end of a cart is refused for it. */
  | { readonly kind: 'product'; readonly refusal: CreationRefusal; readonly inCartId: string | null }
  | { readonly kind: 'customer'; readonly faults: readonly FieldFault[] }
  /** What waits on the server under the cart's id is another cart than this one. */
  | { readonly kind: 'otherCart'; readonly code: string }
  | { readonly kind: 'cart'; readonly code: 'CART_FULL' | 'CART_BELOW_MINIMUM' }
  /** The same again, later. */
  | { readonly kind: 'interrupted'; readonly by: Interruption }

const ofAnotherCart: readonly string[] = [
  'CART_LINE_CHANGED',
  'CART_CUSTOMER_DIFFERS',
  'CART_EXPIRED',
  'CART_ALREADY_VALIDATED',
  'REQUEST_NOT_FOUND',
]

/** Reads a failed creation; the one handler of every such call (PUB-37). */
export function creationFailure(error: unknown): CreationFailure {
  if (!(error instanceof CallError)) throw error
  const { code, status, failure } = error
  if (code === 'PUBLIC_SITE_NOT_OPEN') return { kind: 'interrupted', by: 'closed' }
  // A visitor's token is renewed by itself: one that is refused all the same is no fault of his.
  if (status >= 500 || (failure === 'refused' && status === 401)) return { kind: 'interrupted', by: 'server' }
  if (failure !== 'refused') return { kind: 'interrupted', by: 'network' }
  if (code === 'ACCESS_THROTTLED') return { kind: 'interrupted', by: 'throttle' }
  if (code === 'CART_FULL' || code === 'CART_BELOW_MINIMUM') return { kind: 'cart', code }
  if (ofAnotherCart.includes(code)) return { kind: 'otherCart', code }
  const details = error.details as
    | { readonly faults?: unknown; readonly current?: CurrentPrices; readonly inCartId?: unknown }
    | null
    | undefined
  if (code === 'CUSTOMER_INVALID' && Array.isArray(details?.faults))
    return { kind: 'customer', faults: details.faults as readonly FieldFault[] }
  const inCartId = typeof details?.inCartId === 'string' ? details.inCartId : null
  return { kind: 'product', refusal: refusalOf(code, details?.current ?? null), inCartId }
}

function refusalOf(code: string, current: CurrentPrices | null): CreationRefusal {
  if (!isCreationCode(code)) return { code: null, cure: 'takeOut', current: null }
  if (code === 'BUYBACK_PRICE_CHANGED')
    return current === null ? { code: null, cure: 'takeOut', current } : { code, cure: 'newPrice', current }
  return { code, cure: cures[code], current: null }
}

/** Whether a refusal has words of its own. */
export function isCreationCode(code: string): code is CreationCode {
  return Object.hasOwn(cures, code)
}

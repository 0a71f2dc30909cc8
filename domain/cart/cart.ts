import { cents, type Cents } from '../kernel/money.ts'
import type { ChosenAnswer } from '../catalog/questionnaire.ts'
import type { Grade } from '../catalog/grade.ts'
import type { ModifierSource } from '../buyback/modifiers.ts'
import type { PickupSlot } from '../circuit/pickup-slots.ts'
import type { RelayPoint } from '../circuit/relay-points.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'

/** The product of a declaration, as carts keep it (CART-05). */
export interface CartProduct {
  readonly id: string
  readonly label: string
  readonly brand: string | null
  readonly modele: string | null
  readonly eanCode: string | null
  readonly reference: string | null
  readonly image: string | null
  readonly category: { readonly id: string; readonly label: string }
}

/** What the customer declared of one product (CART-05). */
export interface CartDeclaration {
  /** The questionnaire that was answered; null for a simple product. */
  readonly id: string | null
  readonly responses: readonly ChosenAnswer[]
  readonly product: CartProduct
  readonly grade: Grade
  readonly imei: string | null
}

/** A line that adds to a price or takes from it, in cents. */
export interface ImpactPriceEntry {
  readonly source: ModifierSource
  readonly label: string
  readonly value: number
}

/** One of the choices made in the options step, by its id and as it was named. */
export interface ChosenOption<Type extends string = string> {
  readonly id: string
  readonly type: Type
  readonly label: string
}

/** A product in the cart (CART-04). Prices are cents. */
export interface CartBuyback {
  readonly inCartId: string
  /** Before modifiers. */
  readonly estimatedPrice: number
  /** The circuit by which the product travels. */
  readonly transportMode: ChosenOption<CircuitType>
  readonly shippingMethod: ChosenOption | null
  readonly paymentMode: ChosenOption
  /** Estimate and modifiers: what the customer is promised. */
  readonly totalPrice: number
  /** The modifiers' lines, in their order. */
  readonly impactPriceEntries: readonly ImpactPriceEntry[]
  readonly warehouseId: string | null
  readonly declaration: CartDeclaration
  /** The store that the customer brings the product to; missing where none is chosen. */
  readonly store?: ChosenStore
  /** When it is collected at the customer's; missing where no slot is chosen. */
  readonly pickup?: PickupSlot
  /** Where the parcel is handed over; missing where no point is chosen. */
  readonly relayPoint?: RelayPoint
  /** Countries whose customers may sell it this way, as ISO 3166-1 alpha-2; missing where all may. */
  readonly countries?: readonly string[]
  /** The locked offer whose prices these are; the server honours it while it lasts. */
  readonly quoteToken?: string
  /** The predeclared buyback of the same product that it takes the place of, at today's price (PUB-16). */
  readonly replaces?: ReplacedBuyback
}

/** A predeclared buyback that another takes the place of; its private link, where the visitor came by it. */
export interface ReplacedBuyback {
  readonly buybackId: string
  readonly trackingToken?: string
}

/** A store as the customer has chosen it. */
export interface ChosenStore {
  readonly id: string
  readonly label: string
}

/** What a customer types about himself so far, by the names of CART-19 and CART-27. */
export type TypedFields = Readonly<Record<string, string>>

/** A cart as the browser keeps it (CART-01, CART-02). */
export interface Cart {
  readonly cartId: string
  /** ISO 8601; a cart counts from its last change. */
  readonly storedAt: string
  readonly cartBuybacks: readonly CartBuyback[]
  readonly customerInfo: TypedFields
  readonly customerIdentification: TypedFields
  readonly maxNbOfItems: number
  /** Cents; 0 is no minimum. */
  readonly minimumCartValue: number
  readonly preDeclaredBuybackId: string | null
}

/** Limits that the account sets for carts. */
export type CartLimits = Pick<Cart, 'maxNbOfItems' | 'minimumCartValue'>

const dayMs = 86_400_000

/** Countries that both ways serve, of which an empty list serves all; null for all, and none where one excludes the other. */
export function servedCountries(one: readonly string[], other: readonly string[]): readonly string[] | null {
  if (one.length === 0) return other.length === 0 ? null : other
  return other.length === 0 ? one : one.filter((country) => other.includes(country))
}

/** Countries that every product of a cart may be sold from; null where all may. */
export function countriesOf(cart: Pick<Cart, 'cartBuybacks'>): readonly string[] | null {
  const lists = cart.cartBuybacks.flatMap(({ countries }) => (countries === undefined ? [] : [countries]))
  const [first, ...rest] = lists
  if (first === undefined) return null
  return rest.reduce((left, next) => left.filter((country) => next.includes(country)), first)
}

/** Products that leave no country to sell the whole cart from, since each excludes another's. */
export function excludingLines(cart: Pick<Cart, 'cartBuybacks'>): readonly CartBuyback[] {
  if (countriesOf(cart)?.length !== 0) return []
  const limited = cart.cartBuybacks.filter(({ countries }) => countries !== undefined)
  const apart = limited.filter((line) =>
    limited.some((other) => countriesOf({ cartBuybacks: [line, other] })?.length === 0),
  )
  // Three may exclude each other although any two of them do not.
  return apart.length > 0 ? apart : limited
}

/** How long a cart lives after its last change, in milliseconds (CART-03). */
export const cartLifetimesMs = { public: 30 * dayMs, dashboard: dayMs } as const

/** How many products a cart holds: 200 with the multi-product feature, otherwise one (CART-06). */
export function maximumItems(enabledFeatures: readonly string[]): number {
  return enabledFeatures.includes('multi_product_cart') ? 200 : 1
}

/** An empty cart. */
export function newCart(cartId: string, now: Date, limits: CartLimits): Cart {
  return {
    cartId,
    storedAt: now.toISOString(),
    cartBuybacks: [],
    customerInfo: {},
    customerIdentification: {},
    ...limits,
    preDeclaredBuybackId: null,
  }
}

/** Whether the cart is older than it may become; one from the future belongs to a clock that was wrong, and lives. */
export function isExpired(cart: Pick<Cart, 'storedAt'>, now: Date, lifetimeMs: number): boolean {
  return now.getTime() - Date.parse(cart.storedAt) > lifetimeMs
}

/** Whether the cart holds its maximum. */
export function isFull(cart: Cart): boolean {
  return cart.cartBuybacks.length >= cart.maxNbOfItems
}

/** Whether *add another product* is offered: only while the count plus one is below the maximum (CART-08). */
export function mayAddAnother(cart: {
  readonly cartBuybacks: readonly unknown[]
  readonly maxNbOfItems: number
}): boolean {
  return cart.cartBuybacks.length + 1 < cart.maxNbOfItems
}

/** Adds a product, or puts it in the place of the one with its id; a full cart stays as it is (CART-07). */
export function addBuyback(cart: Cart, buyback: CartBuyback, now: Date): Cart {
  const at = cart.cartBuybacks.findIndex(({ inCartId }) => inCartId === buyback.inCartId)
  if (at < 0 && isFull(cart)) return cart
  const cartBuybacks = at < 0 ? [...cart.cartBuybacks, buyback] : cart.cartBuybacks.with(at, buyback)
  return { ...cart, cartBuybacks, storedAt: now.toISOString() }
}

/** Removes a product; with the last one the cart starts again under another id (CART-10). */
export function removeBuyback(cart: Cart, inCartId: string, now: Date, nextCartId: string): Cart {
  const cartBuybacks = cart.cartBuybacks.filter((buyback) => buyback.inCartId !== inCartId)
  if (cartBuybacks.length === cart.cartBuybacks.length) return cart
  if (cartBuybacks.length === 0) {
    const { maxNbOfItems, minimumCartValue } = cart
    return newCart(nextCartId, now, { maxNbOfItems, minimumCartValue })
  }
  return { ...cart, cartBuybacks, storedAt: now.toISOString() }
}

/** What the customer is promised for everything in the cart. */
export function cartTotal(cart: { readonly cartBuybacks: readonly Pick<CartBuyback, 'totalPrice'>[] }): Cents {
  return cents(cart.cartBuybacks.reduce((sum, { totalPrice }) => sum + totalPrice, 0))
}

/** What is missing to the minimum value; 0 once it is reached (CART-13, CART-14). */
export function missingAmount(cart: Pick<Cart, 'cartBuybacks' | 'minimumCartValue'>): Cents {
  return cents(Math.max(0, cart.minimumCartValue - cartTotal(cart)))
}

/**
 * Removes what has become buybacks; a cart that is then empty starts again under another id (CART-11). What was added
 * while it was sold stays, under another id too.
 */
export function takeSold(cart: Cart, sold: readonly string[], now: Date, nextCartId: string): Cart {
  const cartBuybacks = cart.cartBuybacks.filter(({ inCartId }) => !sold.includes(inCartId))
  const { maxNbOfItems, minimumCartValue, customerInfo, customerIdentification } = cart
  const empty = newCart(nextCartId, now, { maxNbOfItems, minimumCartValue })
  return cartBuybacks.length === 0 ? empty : { ...empty, cartBuybacks, customerInfo, customerIdentification }
}

/** Whether the checkout is open: something is in the cart, and its minimum is reached. */
export function mayCheckOut(cart: Cart): boolean {
  return cart.cartBuybacks.length > 0 && missingAmount(cart) === 0
}

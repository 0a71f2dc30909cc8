import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { modifierSources } from '#domain/buyback/modifiers.ts'
import { grades } from '#domain/catalog/grade.ts'
import { isExpired, newCart, type Cart, type CartBuyback, type CartLimits } from '#domain/cart/cart.ts'

/** Keys of the local storage that the cart uses, the same as the back office's. */
export const cartKeys = { cart: 'cart', temporaryCustomerInfo: 'temporaryCustomerInfo' } as const

/** The part of `Storage` that is used. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A cart as it was found, and why another one was dropped: it was too old, or could not be read. */
export interface FoundCart {
  readonly cart: Cart
  readonly dropped: 'expired' | 'unreadable' | null
}

/**
 * The cart of this browser under today's limits, or an empty one. What is stored comes from an earlier version, another
 * tab or anybody's hands: it is taken only where every part has the shape that prices and screens rely on.
 */
export function findCart(
  storage: CartStorage,
  facts: { readonly now: Date; readonly lifetimeMs: number; readonly limits: CartLimits; readonly newId: () => string },
): FoundCart {
  const empty = (): Cart => newCart(facts.newId(), facts.now, facts.limits)
  const text = storage.getItem(cartKeys.cart)
  if (text === null) return { cart: empty(), dropped: null }
  const stored = parse(text)
  if (stored === null) return { cart: empty(), dropped: 'unreadable' }
  const typed = isTyped(stored) ? stored : typedBeside(storage, stored.cartId)
  const left = stored.cartBuybacks.length === 0
  if (isExpired(stored, facts.now, facts.lifetimeMs)) return { cart: empty(), dropped: left ? null : 'expired' }
  return { cart: { ...stored, ...typed, cartId: stored.cartId || facts.newId(), ...facts.limits }, dropped: null }
}

/**
 * Keeps the cart, and beside it what the customer has typed; false where the browser refuses, as with a full storage.
 * The typed part is written first, so that a listener that is told of the changed cart finds it.
 */
export function keepCart(storage: CartStorage, cart: Cart): boolean {
  const { customerInfo, customerIdentification, ...rest } = cart
  const isInfoKept = keepCustomerInfo(storage, { cartId: cart.cartId, customerInfo, customerIdentification })
  return keep(storage, cartKeys.cart, rest) && isInfoKept
}

function keep(storage: CartStorage, key: string, value: object): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** What a customer has typed about himself so far, and for which cart. */
type TemporaryCustomerInfo = Pick<Cart, 'cartId' | 'customerInfo' | 'customerIdentification'>

function keepCustomerInfo(storage: CartStorage, info: TemporaryCustomerInfo): boolean {
  if (isTyped(info)) return keep(storage, cartKeys.temporaryCustomerInfo, info)
  storage.removeItem(cartKeys.temporaryCustomerInfo)
  return true
}

/** What a customer has typed so far; throws where there is nothing (SHELL-58). */
export function readTemporaryCustomerInfo(storage: CartStorage): TemporaryCustomerInfo {
  const value = parseJson(storage.getItem(cartKeys.temporaryCustomerInfo) ?? '')
  if (!isRecord(value) || !isText(value.cartId)) throw new Error('Missing temporary customer info in local storage')
  return {
    cartId: value.cartId,
    customerInfo: typedFields(value.customerInfo),
    customerIdentification: typedFields(value.customerIdentification),
  }
}

/** What is typed for this cart; what was typed for another one is nothing to it. */
function typedBeside(storage: CartStorage, cartId: string): Omit<TemporaryCustomerInfo, 'cartId'> {
  try {
    const { cartId: of, ...typed } = readTemporaryCustomerInfo(storage)
    if (of === cartId) return typed
  } catch {
    // Nobody has typed anything.
  }
  return { customerInfo: {}, customerIdentification: {} }
}

// Earlier versions kept it within the cart.
function isTyped({ customerInfo, customerIdentification }: Omit<TemporaryCustomerInfo, 'cartId'>): boolean {
  return Object.keys(customerInfo).length + Object.keys(customerIdentification).length > 0
}

function parse(text: string): Cart | null {
  const value = parseJson(text)
  if (!isRecord(value) || !isDate(value.storedAt) || !Array.isArray(value.cartBuybacks)) return null
  const { cartBuybacks } = value
  if (!cartBuybacks.every(isBuyback) || new Set(cartBuybacks.map((one) => one.inCartId)).size !== cartBuybacks.length)
    return null
  return {
    cartId: typeof value.cartId === 'string' ? value.cartId : '',
    storedAt: value.storedAt,
    cartBuybacks,
    customerInfo: typedFields(value.customerInfo),
    customerIdentification: typedFields(value.customerIdentification),
    maxNbOfItems: 0,
    minimumCartValue: 0,
    preDeclaredBuybackId: typeof value.preDeclaredBuybackId === 'string' ? value.preDeclaredBuybackId : null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isBuyback(value: unknown): value is CartBuyback {
  return (
    isRecord(value) &&
    isText(value.inCartId) &&
    isCents(value.estimatedPrice) &&
    isCents(value.totalPrice) &&
    isOption(value.transportMode) &&
    isOneOf(circuitTypes, value.transportMode.type) &&
    (value.shippingMethod === null || isOption(value.shippingMethod)) &&
    isOption(value.paymentMode) &&
    isTextOrNull(value.warehouseId) &&
    (value.store === undefined || isStore(value.store)) &&
    (value.quoteToken === undefined || isText(value.quoteToken)) &&
    (value.replaces === undefined || isReplaced(value.replaces)) &&
    Array.isArray(value.impactPriceEntries) &&
    value.impactPriceEntries.every(isEntry) &&
    isDeclaration(value.declaration)
  )
}

function isReplaced(value: unknown): boolean {
  return (
    isRecord(value) && isText(value.buybackId) && (value.trackingToken === undefined || isText(value.trackingToken))
  )
}

function isDeclaration(value: unknown): boolean {
  return (
    isRecord(value) &&
    isTextOrNull(value.id) &&
    isTextOrNull(value.imei) &&
    isOneOf(grades, value.grade) &&
    Array.isArray(value.responses) &&
    value.responses.every((one: unknown) => isRecord(one) && isText(one.questionId) && isText(one.answerId)) &&
    isProduct(value.product)
  )
}

function isProduct(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value.id) &&
    isText(value.label) &&
    [value.brand, value.modele, value.eanCode, value.reference, value.image].every(isTextOrNull) &&
    isRecord(value.category) &&
    isText(value.category.id) &&
    isText(value.category.label)
  )
}

function isOption(value: unknown): value is Record<'id' | 'type' | 'label', string> {
  return isRecord(value) && isText(value.id) && isText(value.type) && isText(value.label)
}

function isStore(value: unknown): boolean {
  return isRecord(value) && isText(value.id) && isText(value.label)
}

function isEntry(value: unknown): boolean {
  return (
    isRecord(value) &&
    isOneOf(modifierSources, value.source) &&
    isText(value.label) &&
    Number.isSafeInteger(value.value)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

function isCents(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function isOneOf(list: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && list.includes(value)
}

function typedFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((field): field is [string, string] => isText(field[1])))
}

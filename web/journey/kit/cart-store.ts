import { addBuyback, cartLifetimesMs, newCart, removeBuyback, takeSold } from '#domain/cart/cart.ts'
import type { Cart, CartBuyback, CartLimits, TypedFields } from '#domain/cart/cart.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { cartKeys, findCart, keepCart, type FoundCart } from '#web/buyback/cart-storage.ts'
import { isHeld, leaveCheckout, withdrawAll, withdrawLine } from '#web/buyback/checkout-record.ts'
import { browserStorage } from './browser-storage.ts'

/** The cart as it was read from this browser, and how it is kept. */
export interface CartState extends FoundCart {
  readonly isKept: boolean
  readonly isRead: boolean
}

/** What came of taking a product out; one that may be sold already stays. */
export type TakenOut = 'left' | 'emptied' | 'held'

// `crypto.randomUUID` is missing where a page came by plain HTTP.
/** A new id of something in the cart. */
export function newId(): string {
  return uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
}

/** Whether the same is typed; a field that was never touched is as an empty one. */
export function areSame(one: TypedFields, other: TypedFields): boolean {
  return Object.keys({ ...one, ...other }).every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/** The cart of this browser under the account's limits, beside what other tabs do to it. */
export function createCartStore(limits: CartLimits) {
  const onServer: CartState = { cart: newCart('', new Date(0), limits), dropped: null, isKept: true, isRead: false }
  const listeners = new Set<() => void>()
  let state: CartState | null = null
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const find = (): CartState => ({
    ...findCart(browserStorage(), {
      now: new Date(),
      lifetimeMs: cartLifetimesMs.public,
      limits,
      newId,
    }),
    isKept: true,
    isRead: true,
  })
  const put = (cart: Cart): void => {
    state = { cart, dropped: null, isKept: keepCart(browserStorage(), cart), isRead: true }
    tell()
  }
  const read = (): CartState => (state ??= find())
  // Another tab has changed the cart of this browser, or what its customer types.
  const follow = (event: StorageEvent): void => {
    const isOurs = event.key === null || Object.values<string>(cartKeys).includes(event.key)
    if (!isOurs) return
    state = find()
    tell()
  }
  // A page that the browser kept for Back has heard nothing of what others have sold or changed since then.
  const thaw = (event: PageTransitionEvent): void => {
    if (!event.persisted) return
    state = find()
    tell()
  }
  return {
    read,
    onServer,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        addEventListener('storage', follow)
        addEventListener('pageshow', thaw)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener('storage', follow)
        removeEventListener('pageshow', thaw)
      }
    },
    add: (buyback: CartBuyback): boolean => {
      if (isHeld(browserStorage(), buyback.inCartId)) return false
      withdrawLine(browserStorage(), buyback.inCartId)
      put(addBuyback(read().cart, buyback, new Date()))
      return true
    },
    remove: (inCartId: string): TakenOut => {
      if (isHeld(browserStorage(), inCartId)) return 'held'
      withdrawLine(browserStorage(), inCartId)
      const cart = removeBuyback(read().cart, inCartId, new Date(), newId())
      const isEmpty = cart.cartBuybacks.length === 0
      if (isEmpty) leaveCheckout(browserStorage())
      put(cart)
      return isEmpty ? 'emptied' : 'left'
    },
    keepCustomer: (cartId: string, typed: Pick<Cart, 'customerInfo' | 'customerIdentification'>): boolean => {
      const { cart } = read()
      if (cart.cartId !== cartId || cart.cartBuybacks.length === 0) return false
      const isSame =
        areSame(cart.customerInfo, typed.customerInfo) &&
        areSame(cart.customerIdentification, typed.customerIdentification)
      if (!isSame) withdrawAll(browserStorage())
      put({ ...cart, ...typed })
      return true
    },
    takeSold: (sold: readonly string[]) => {
      put(takeSold(read().cart, sold, new Date(), newId()))
    },
    readAgain: () => {
      const found = (state = find())
      tell()
      return found.cart
    },
  }
}

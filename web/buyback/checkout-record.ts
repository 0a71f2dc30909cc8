import type { CartStorage } from './cart-storage.ts'

const key = 'checkout'

/** What this browser knows of a cart on its way to the server; nothing of it says who sells. */
export interface CheckoutRecord {
  /** Id under which the lines are sent. */
  readonly cartId: string
  /** Lines that were sent or may have been, by their id in the cart. */
  readonly sent: readonly string[]
  /** Whether the cart's validation was asked for, so that its buybacks may exist already. */
  readonly isClosing: boolean
}

/** The checkout that was begun in this browser and has not come to its end. */
export function findCheckout(storage: CartStorage): CheckoutRecord | null {
  try {
    const found = JSON.parse(storage.getItem(key) ?? 'null') as Partial<CheckoutRecord> | null
    if (typeof found?.cartId !== 'string' || found.cartId === '' || typeof found.isClosing !== 'boolean') return null
    if (!Array.isArray(found.sent) || !found.sent.every((one) => typeof one === 'string')) return null
    return { cartId: found.cartId, sent: found.sent, isClosing: found.isClosing }
  } catch {
    return null
  }
}

/** Keeps how far a checkout has come; a browser that refuses costs what a reload would go on with. */
export function keepCheckout(storage: CartStorage, { cartId, sent, isClosing }: CheckoutRecord): void {
  try {
    storage.setItem(key, JSON.stringify({ cartId, sent, isClosing }))
  } catch {
    // The server knows a repeated line all the same.
  }
}

/** Forgets it, once its end is known. */
export function forgetCheckout(storage: CartStorage): void {
  storage.removeItem(key)
}

import type { Cart } from '#domain/cart/cart.ts'
import type { PricedCart } from './use-priced-cart.ts'

/**
 * What a cart lacks to be sold, in cents. A predeclared product of the web is taken at any value, as the server does,
 * and where it cannot be finalised, more products would not help.
 */
export function missingCents(
  { minimumCartValue }: Pick<Cart, 'minimumCartValue'>,
  { predeclared, missing, totalCents }: Pick<PricedCart, 'predeclared' | 'missing' | 'totalCents'>,
): number {
  return predeclared === null && missing === null ? Math.max(0, minimumCartValue - totalCents) : 0
}

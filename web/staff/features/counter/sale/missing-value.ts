import type { Cart } from '#domain/cart/cart.ts'
import type { PricedCart } from './use-priced-cart.ts'

/**
 * What a cart lacks to be sold, in cents. What the web has predeclared is taken whatever it is worth, as the server does,
 * and where it cannot be finalised, no more products would help.
 */
export function missingCents(
  { minimumCartValue }: Pick<Cart, 'minimumCartValue'>,
  { predeclared, missing, totalCents }: Pick<PricedCart, 'predeclared' | 'missing' | 'totalCents'>,
): number {
  return predeclared === null && missing === null ? Math.max(0, minimumCartValue - totalCents) : 0
}

import type { Cart } from '#domain/cart/cart.ts'
import type { PricedCart } from './use-priced-cart.ts'

/** What a cart lacks to be sold, in cents. What the web has predeclared is taken whatever it is worth, as the server does. */
export function missingCents(
  { minimumCartValue }: Pick<Cart, 'minimumCartValue'>,
  { predeclared, totalCents }: Pick<PricedCart, 'predeclared' | 'totalCents'>,
): number {
  return predeclared === null ? Math.max(0, minimumCartValue - totalCents) : 0
}

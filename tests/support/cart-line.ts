import type { CartBuyback } from '#domain/cart/cart.ts'

/** A line of a cart: one phone sold by post; `changed` says what is different. */
export function cartLine(changed: Partial<CartBuyback> = {}): CartBuyback {
  return {
    inCartId: 'one',
    estimatedPrice: 10_000,
    transportMode: { id: 'c', type: 'web_post', label: 'Envoi postal' },
    shippingMethod: null,
    paymentMode: { id: 'p', type: 'bank_transfer', label: 'Virement' },
    totalPrice: 10_000,
    impactPriceEntries: [{ source: 'payment_mode', label: 'Bonus', value: 100 }],
    warehouseId: null,
    declaration: {
      id: 'q',
      responses: [{ questionId: 'a', answerId: 'b' }],
      product: {
        id: 'x',
        label: 'iPhone 13',
        brand: 'Apple',
        modele: null,
        eanCode: null,
        reference: null,
        image: null,
        category: { id: 'k', label: 'Smartphones' },
      },
      grade: 'grade_a',
      imei: null,
    },
    ...changed,
  }
}

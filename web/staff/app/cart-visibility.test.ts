import { describe, expect, it } from 'vitest'
import { readCart, removeFromCart, type KeyValues } from '#web/lib/local-storage.ts'
import { showsCart, shownCart } from './cart-visibility.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const seller = signedInUser({
  module: 'root',
  userType: 'store_seller',
  enabledPremiumFeatures: ['multi_product_cart'],
})

function storageWith(cart: unknown): KeyValues {
  const values = new Map([['cart', JSON.stringify(cart)]])
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

const buyback = (inCartId: string) => ({
  inCartId,
  estimatedPrice: 12_000,
  totalPrice: 12_000,
  grade: 'grade_a',
  declaration: { product: { label: 'Phone 12' } },
})

describe('the cart of the dashboard', () => {
  it('is shown to store types in the module root only (SHELL-34)', () => {
    expect(showsCart(seller, 0)).toBe(true)
    expect(showsCart({ ...seller, userType: 'store_manager' }, 0)).toBe(true)
    expect(showsCart({ ...seller, module: 'tim' }, 0)).toBe(false)
    expect(showsCart({ ...seller, userType: 'admin' }, 0)).toBe(false)
  })

  it('is shown without the multi-product feature only while a cart is in progress', () => {
    const single = { ...seller, enabledPremiumFeatures: [] }
    expect(showsCart(single, 0)).toBe(false)
    expect(showsCart(single, 1)).toBe(true)
  })

  it('counts what was put in within a day', () => {
    const storage = storageWith({ storedAt: '2026-11-20T08:00:00.000Z', cartBuybacks: [buyback('a'), buyback('b')] })
    expect(shownCart(storage, new Date('2026-11-21T07:59:00.000Z')).cartBuybacks).toHaveLength(2)
    expect(shownCart(storage, new Date('2026-11-21T08:01:00.000Z')).cartBuybacks).toEqual([])
    expect(shownCart(storageWith('nonsense'), new Date()).cartBuybacks).toEqual([])
  })

  it('loses what is taken out, and with the last one what the customer typed', () => {
    const now = new Date('2026-11-20T09:00:00.000Z')
    const storage = storageWith({
      storedAt: '2026-11-20T08:00:00.000Z',
      cartId: 'c',
      cartBuybacks: [buyback('a'), buyback('b')],
    })
    storage.setItem('temporaryCustomerInfo', '{"clientCity":"Lyon"}')
    removeFromCart(storage, 'a', now)
    expect(readCart(storage, 1000, now)).toMatchObject({
      cartId: 'c',
      cartBuybacks: [{ inCartId: 'b', grade: 'grade_a' }],
    })
    expect(storage.getItem('temporaryCustomerInfo')).not.toBeNull()
    removeFromCart(storage, 'b', now)
    expect(readCart(storage, 1000, now)).toEqual({ storedAt: now.toISOString(), cartBuybacks: [] })
    expect(storage.getItem('temporaryCustomerInfo')).toBeNull()
  })
})

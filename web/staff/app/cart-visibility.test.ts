import { describe, expect, it } from 'vitest'
import type { KeyValues } from '#web/lib/local-storage.ts'
import { cartCount, showsCart } from './cart-visibility.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const seller = signedInUser({
  module: 'root',
  userType: 'store_seller',
  enabledPremiumFeatures: ['multi_product_cart'],
})

function storageWith(cart: unknown): KeyValues {
  return { getItem: () => JSON.stringify(cart), setItem: () => undefined, removeItem: () => undefined }
}

describe('the cart of the dashboard', () => {
  it('is shown to store types in the module root only', () => {
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
    const storage = storageWith({ savedAt: '2026-11-20T08:00:00.000Z', items: [{ id: 1 }, { id: 2 }] })
    expect(cartCount(storage, new Date('2026-11-21T07:59:00.000Z'))).toBe(2)
    expect(cartCount(storage, new Date('2026-11-21T08:01:00.000Z'))).toBe(0)
    expect(cartCount(storageWith('nonsense'), new Date())).toBe(0)
  })
})

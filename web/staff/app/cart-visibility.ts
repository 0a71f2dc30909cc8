import {
  dashboardCartAgeMs,
  readCart,
  type KeyValues,
  type StoredCart,
  type StoredUser,
} from '#web/lib/local-storage.ts'

/**
 * Whether the dashboard shows the cart (SHELL-34): to store managers and sellers in the module root, while the account
 * takes several products in a cart or a cart is in progress.
 */
export function showsCart(user: StoredUser, itemCount: number): boolean {
  const isStore = user.userType === 'store_manager' || user.userType === 'store_seller'
  return (
    user.module === 'root' && isStore && (user.enabledPremiumFeatures.includes('multi_product_cart') || itemCount > 0)
  )
}

/** The cart of this device, empty where none can be read. */
export function shownCart(storage: KeyValues, now: Date): Pick<StoredCart, 'cartBuybacks' | 'preDeclaredBuybackId'> {
  try {
    return readCart(storage, dashboardCartAgeMs, now)
  } catch {
    return { cartBuybacks: [] }
  }
}

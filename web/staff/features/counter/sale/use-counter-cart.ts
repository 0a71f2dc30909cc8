import { useAtom } from 'jotai'
import { useMemo } from 'react'
import {
  addBuyback,
  cartLifetimesMs,
  isExpired,
  maximumItems,
  newCart,
  removeBuyback,
  type Cart,
  type CartBuyback,
} from '#domain/cart/cart.ts'
import { findCart, type CartStorage, type FoundCart } from '#web/buyback/cart-storage.ts'
import { cartRevisionAtom } from '#web/lib/cart-revision.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useFollowedCart, useKeepCart, useUnsavedCart } from './unsaved-cart.ts'

/** The cart of the counter, kept on this device for a day; nothing of the customer is in it. */
export interface CounterCart {
  readonly cart: Cart
  /** Whether a former cart was too old, and is gone. */
  readonly hasExpired: boolean
  /** Adds a product, or replaces it; answers whether the cart is kept. */
  readonly add: (buyback: CartBuyback) => boolean
  readonly remove: (inCartId: string) => void
  /** Takes what the web has predeclared as the cart's only product; answers whether the cart is kept. */
  readonly takePredeclared: (buyback: CartBuyback, buybackId: string) => boolean
  /** Starts with an empty cart, as after a sale. */
  readonly reset: () => void
  /** The cart as it is now, with what another tab has done to it. */
  readonly readAgain: () => Cart
}

/** Whether a cart finalises this item of the web: its buyback may be named by either id, as a device knows but one. */
export function finalizes(
  { cartBuybacks, preDeclaredBuybackId }: Pick<Cart, 'cartBuybacks' | 'preDeclaredBuybackId'>,
  itemId: string,
): boolean {
  return preDeclaredBuybackId !== null && cartBuybacks[0]?.inCartId === itemId
}

/** Reads and changes it, under the limits of the device's catalog. */
export function useCounterCart({ rules: { settings } }: CounterCatalog): CounterCart {
  const { storage } = usePlatform()
  const [revision, setRevision] = useAtom(cartRevisionAtom)
  const keep = useKeepCart()
  const unsaved = useUnsavedCart()
  useFollowedCart()
  const { cart, dropped } = useMemo(
    () => readCart(storage, { settings, unsaved }, revision),
    [storage, settings, unsaved, revision],
  )
  const { maxNbOfItems, minimumCartValue } = cart
  const empty = (): Cart => newCart(crypto.randomUUID(), new Date(), { maxNbOfItems, minimumCartValue })
  return {
    cart,
    hasExpired: dropped === 'expired',
    add: (buyback) => keep(addBuyback(cart, buyback, new Date())),
    remove: (inCartId) => void keep(removeBuyback(cart, inCartId, new Date(), crypto.randomUUID())),
    takePredeclared: (buyback, buybackId) => {
      const itemId = buyback.inCartId
      // The same one again is a change of it: the cart stays, and with it what the customer has said.
      const before = finalizes(cart, itemId) ? cart : { ...empty(), maxNbOfItems: 1, preDeclaredBuybackId: buybackId }
      const known = buybackId === itemId ? before.preDeclaredBuybackId : buybackId
      return keep({ ...addBuyback(before, buyback, new Date()), preDeclaredBuybackId: known })
    },
    reset: () => void keep(empty()),
    readAgain: () => {
      setRevision((before) => before + 1)
      return readCart(storage, { settings, unsaved }, revision).cart
    },
  }
}

// A turn is a change: the stored cart is read again with each.
function readCart(
  storage: CartStorage,
  { settings, unsaved }: { readonly settings: CounterCatalog['rules']['settings']; readonly unsaved: Cart | null },
  _turn: number,
): FoundCart {
  const limits = { maxNbOfItems: maximumItems(settings.features), minimumCartValue: settings.cartMinCents }
  if (unsaved !== null && !isExpired(unsaved, new Date(), cartLifetimesMs.dashboard))
    return { cart: { ...unsaved, ...limits }, dropped: null }
  return findCart(storage, {
    now: new Date(),
    lifetimeMs: cartLifetimesMs.dashboard,
    limits,
    newId: () => crypto.randomUUID(),
  })
}

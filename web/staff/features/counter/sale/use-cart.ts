import { useAtom } from 'jotai'
import { useMemo } from 'react'
import {
  addBuyback,
  cartLifetimesMs,
  maximumItems,
  newCart,
  removeBuyback,
  type Cart,
  type CartBuyback,
} from '#domain/cart/cart.ts'
import { findCart, keepCart, type CartStorage, type FoundCart } from '#web/buyback/cart-storage.ts'
import { cartTurnAtom } from '#web/lib/cart-turn.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'

/** The cart of the counter, kept on this device for a day; nothing of the customer is in it. */
export interface CounterCart {
  readonly cart: Cart
  /** Whether a former cart was too old, and is gone. */
  readonly hasExpired: boolean
  readonly add: (buyback: CartBuyback) => void
  readonly remove: (inCartId: string) => void
  /** Takes what the web has predeclared as the cart's only product. */
  readonly takePredeclared: (buyback: CartBuyback, buybackId: string) => void
  /** Begins anew, as after a sale. */
  readonly reset: () => void
}

/** Reads and changes it, under the limits of the device's catalog. */
export function useCounterCart({ rules: { settings } }: CounterCatalog): CounterCart {
  const { storage } = usePlatform()
  const [turn, setTurn] = useAtom(cartTurnAtom)
  const { cart, dropped } = useMemo(() => readCart(storage, settings, turn), [storage, settings, turn])
  const keep = (next: Cart): void => {
    keepCart(storage, next)
    setTurn((before) => before + 1)
  }
  const { maxNbOfItems, minimumCartValue } = cart
  const empty = (): Cart => newCart(crypto.randomUUID(), new Date(), { maxNbOfItems, minimumCartValue })
  return {
    cart,
    hasExpired: dropped === 'expired',
    add: (buyback) => keep(addBuyback(cart, buyback, new Date())),
    remove: (inCartId) => keep(removeBuyback(cart, inCartId, new Date(), crypto.randomUUID())),
    takePredeclared: (buyback, buybackId) =>
      keep({
        // The same one again is a change of it: the cart stays, and with it what the customer has said.
        ...addBuyback(
          cart.preDeclaredBuybackId === buybackId ? cart : { ...empty(), maxNbOfItems: 1 },
          buyback,
          new Date(),
        ),
        preDeclaredBuybackId: buybackId,
      }),
    reset: () => keep(empty()),
  }
}

// A turn is a change: what is stored is read anew with each.
function readCart(storage: CartStorage, settings: CounterCatalog['rules']['settings'], _turn: number): FoundCart {
  const limits = { maxNbOfItems: maximumItems(settings.features), minimumCartValue: settings.cartMinCents }
  return findCart(storage, {
    now: new Date(),
    lifetimeMs: cartLifetimesMs.dashboard,
    limits,
    newId: () => crypto.randomUUID(),
  })
}

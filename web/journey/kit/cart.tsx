import { createContext, startTransition, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { addBuyback, cartLifetimesMs, maximumItems, newCart, removeBuyback, takeSold } from '#domain/cart/cart.ts'
import type { Cart, CartBuyback, CartLimits } from '#domain/cart/cart.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { cartKeys, findCart, forgetCustomerInfo, keepCart, type FoundCart } from '#web/buyback/cart-storage.ts'
import { browserStorage } from './browser-storage.ts'
import { useSite } from './site.ts'

/** The visitor's cart and what may be done with it. */
export interface CartHold {
  readonly cart: Cart
  /** Why an earlier cart is no longer there. */
  readonly dropped: FoundCart['dropped']
  /** False where the browser keeps nothing, so that the cart ends with the page. */
  readonly isKept: boolean
  /** False until the browser's cart has been read, as on the server: the cart is empty so long. */
  readonly isRead: boolean
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly add: (buyback: CartBuyback) => void
  /** Takes a product out; answers whether the cart is empty now. */
  readonly remove: (inCartId: string) => boolean
  /** Keeps what the customer has typed about himself. */
  readonly keepCustomer: (typed: Pick<Cart, 'customerInfo' | 'customerIdentification'>) => void
  /** Takes out what has become buybacks (CART-11). */
  readonly takeSold: (sold: readonly string[]) => void
  /** The cart as this browser has it now, with what another tab has done to it. */
  readonly readAgain: () => Cart
}

const CartContext = createContext<CartHold | null>(null)

/** The visitor's cart. */
export function useCart(): CartHold {
  const hold = use(CartContext)
  if (hold === null) throw new Error('no CartProvider above this component')
  return hold
}

/** Opens the cart of this browser once the page lives (PUB-40); the server renders an empty one. */
export function CartProvider({ children }: { readonly children: ReactNode }) {
  const { settings } = useSite()
  const [isOpen, setOpen] = useState(false)
  const store = useMemo(
    () =>
      createCartStore({
        maxNbOfItems: maximumItems(settings?.enabledPremiumFeatures ?? []),
        minimumCartValue: settings?.cartMinValue ?? 0,
      }),
    [settings],
  )
  const [state, setState] = useState(store.onServer)
  // Read at once, the cart would have the browser take over the whole page in one piece: it is everybody's context.
  useEffect(() => {
    const take = (): void => setState(store.read())
    startTransition(take)
    return store.subscribe(take)
  }, [store])
  const hold = useMemo<CartHold>(
    () => ({
      ...state,
      isOpen,
      open: () => startTransition(() => setOpen(true)),
      close: () => startTransition(() => setOpen(false)),
      add: store.add,
      remove: store.remove,
      keepCustomer: store.keepCustomer,
      takeSold: store.takeSold,
      readAgain: store.readAgain,
    }),
    [state, isOpen, store],
  )
  return <CartContext value={hold}>{children}</CartContext>
}

interface CartState extends FoundCart {
  readonly isKept: boolean
  readonly isRead: boolean
}

// `crypto.randomUUID` is missing where a page came by plain HTTP.
/** A new id of something in the cart. */
export function newId(): string {
  return uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
}

function createCartStore(limits: CartLimits) {
  const onServer: CartState = { cart: newCart('', new Date(0), limits), dropped: null, isKept: true, isRead: false }
  const listeners = new Set<() => void>()
  let state: CartState | null = null
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const find = (): CartState => ({
    ...findCart(browserStorage(), {
      now: new Date(),
      lifetimeMs: cartLifetimesMs.public,
      limits,
      newId,
    }),
    isKept: true,
    isRead: true,
  })
  const put = (cart: Cart): void => {
    state = { cart, dropped: null, isKept: keepCart(browserStorage(), cart), isRead: true }
    tell()
  }
  const read = (): CartState => (state ??= find())
  // Another tab has changed the cart of this browser.
  const follow = (event: StorageEvent): void => {
    if (event.key !== cartKeys.cart && event.key !== null) return
    state = find()
    tell()
  }
  return {
    read,
    onServer,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (listeners.size === 1) addEventListener('storage', follow)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', follow)
      }
    },
    add: (buyback: CartBuyback) => put(addBuyback(read().cart, buyback, new Date())),
    remove: (inCartId: string) => {
      const cart = removeBuyback(read().cart, inCartId, new Date(), newId())
      const isEmpty = cart.cartBuybacks.length === 0
      if (isEmpty) forgetCustomerInfo(browserStorage())
      put(cart)
      return isEmpty
    },
    keepCustomer: (typed: Pick<Cart, 'customerInfo' | 'customerIdentification'>) => put({ ...read().cart, ...typed }),
    takeSold: (sold: readonly string[]) => {
      const cart = takeSold(read().cart, sold, new Date(), newId())
      if (cart.cartBuybacks.length === 0) forgetCustomerInfo(browserStorage())
      put(cart)
    },
    readAgain: () => {
      const found = (state = find())
      tell()
      return found.cart
    },
  }
}

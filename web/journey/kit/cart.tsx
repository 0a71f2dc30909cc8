import { createContext, startTransition, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { maximumItems, type Cart, type CartBuyback } from '#domain/cart/cart.ts'
import type { FoundCart } from '#web/buyback/cart-storage.ts'
import { withdrawAll } from '#web/buyback/checkout-record.ts'
import { browserStorage } from './browser-storage.ts'
import { areSame, createCartStore, type TakenOut } from './cart-store.ts'
import { createSellerMemory, type SellerFacts, type SellerMemory } from './seller-memory.ts'
import { useSite } from './site.ts'

/** What a customer has typed, by where it is kept: in the browser, and in this page's memory. */
export type TypedSeller = Pick<Cart, 'customerInfo' | 'customerIdentification'> & Pick<SellerFacts, 'secrets'>

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
  /** Adds a product or changes it; false where it may be sold already and stays as it is. */
  readonly add: (buyback: CartBuyback) => boolean
  readonly remove: (inCartId: string) => TakenOut
  /** Keeps what the customer has typed about himself; nothing for a cart that is emptied or another one by now. */
  readonly keepSeller: (cartId: string, typed: TypedSeller) => void
  /** What this page alone knows of who sells. */
  readonly memory: SellerMemory
  /** Takes out what has become buybacks (CART-11). */
  readonly takeSold: (sold: readonly string[]) => void
  /** The cart as this browser has it now, with what another tab has done to it. */
  readonly readAgain: () => Cart
}

const CartContext = createContext<CartHold | null>(null)

export function useCart(): CartHold {
  const hold = use(CartContext)
  if (hold === null) throw new Error('no CartProvider above this component')
  return hold
}

function holdsLines(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem('cart')?.includes('"inCartId"') === true
}

async function takenBack(): Promise<void> {
  const { recoverSales } = await import('#web/buyback/durable-sales.ts')
  await recoverSales(browserStorage())
}

/** Opens the cart of this browser once the page lives (PUB-40); the server renders an empty one. */
export function CartProvider(props: { readonly children: ReactNode; readonly memory?: SellerMemory }) {
  const { settings } = useSite()
  const [isOpen, setOpen] = useState(false)
  const [memory] = useState(() => props.memory ?? createSellerMemory())
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
    // A cart that a killed browser has sold since is gone before it shows. Another tab's change may have had it read
    // before that.
    if (holdsLines(browserStorage()))
      void takenBack()
        .catch(() => undefined)
        .finally(() => startTransition(() => void store.readAgain()))
    else startTransition(take)
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
      keepSeller: (cartId, { secrets, ...open }) => {
        if (!store.keepCustomer(cartId, open)) return
        if (!areSame(memory.of(cartId).secrets, secrets)) withdrawAll(browserStorage())
        memory.keep(cartId, { secrets })
      },
      memory,
      takeSold: store.takeSold,
      readAgain: store.readAgain,
    }),
    [state, isOpen, store, memory],
  )
  return <CartContext value={hold}>{props.children}</CartContext>
}

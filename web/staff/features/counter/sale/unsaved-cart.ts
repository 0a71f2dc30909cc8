import { notifications } from '@mantine/notifications'
import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cart } from '#domain/cart/cart.ts'
import { cartKeys, keepCart } from '#web/buyback/cart-storage.ts'
import { cartRevisionAtom } from '#web/lib/cart-revision.ts'
import { usePlatform, useSignedInUser } from '#web/lib/platform.tsx'

// It names its user, so that the next user who signs in does not get another user's cart.
const unsavedCartAtom = atom<{ readonly owner: string; readonly cart: Cart } | null>(null)

/** The cart that the storage of the device does not take, so that it ends with this tab; null where it is kept. */
export function useUnsavedCart(): Cart | null {
  const held = useAtomValue(unsavedCartAtom)
  const owner = useSignedInUser().id
  return held !== null && held.owner === owner ? held.cart : null
}

/** How a changed cart is kept: on the device, else in this tab alone; answers whether the device took it. */
export function useKeepCart(): (next: Cart) => boolean {
  const { storage } = usePlatform()
  const setRevision = useSetAtom(cartRevisionAtom)
  const hold = useSetAtom(unsavedCartAtom)
  const owner = useSignedInUser().id
  return (next) => {
    const isKept = keepCart(storage, next)
    // What lies in the storage still is older than this; what is sold must not come back from there.
    if (!isKept && next.cartBuybacks.length === 0) storage.removeItem(cartKeys.cart)
    hold(isKept ? null : { owner, cart: next })
    setRevision((before) => before + 1)
    return isKept
  }
}

/**
 * Follows other tabs: whichever has written the cart has the last word, for it may have sold this one. What this tab
 * alone has held goes with that, which is said, once for all that follow.
 */
export function useFollowedCart(): void {
  const { t } = useTranslation(['shell', 'common'])
  const store = useStore()
  const owner = useSignedInUser().id
  useEffect(() => {
    const follow = ({ key }: StorageEvent): void => {
      if (key !== cartKeys.cart && key !== null) return
      const held = store.get(unsavedCartAtom)
      store.set(unsavedCartAtom, null)
      store.set(cartRevisionAtom, (before) => before + 1)
      if (held === null || held.owner !== owner || held.cart.cartBuybacks.length === 0) return
      notifications.show({
        color: 'orange',
        title: t(($) => $.cart.replaced),
        message: t(($) => $.cart.replacedText),
        autoClose: false,
        closeButtonProps: { 'aria-label': t(($) => $.action.close, { ns: 'common' }) },
      })
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [store, owner, t])
}

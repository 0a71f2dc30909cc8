import { useTranslation } from 'react-i18next'
import { isHeld } from '#web/buyback/checkout-record.ts'
import { browserStorage } from './browser-storage.ts'
import { useCart } from './cart.tsx'
import type { TakenOut } from './cart-store.ts'
import { ConfirmDialog } from './dialog.tsx'
import { useSiteNavigate } from './use-site-navigate.ts'

/**
 * Asks before a product leaves the cart (CART-09). One that may be sold already stays: the customer is led to the page
 * where its sale is finished.
 */
export function TakeOutDialog(props: {
  /** The product that is to leave, and what it is called; null for none. */
  readonly leaving: { readonly inCartId: string; readonly name: string } | null
  readonly onClose: () => void
  readonly onTaken: (taken: Exclude<TakenOut, 'held'>) => void
}) {
  const { t } = useTranslation('journey')
  const { remove } = useCart()
  const seeSale = useOpenSale()
  const { leaving, onClose, onTaken } = props
  const see = (): void => {
    onClose()
    seeSale()
  }
  const takeOut = (): void => {
    if (leaving === null) return
    const taken = remove(leaving.inCartId)
    if (taken === 'held') return see()
    onClose()
    onTaken(taken)
  }
  const name = leaving?.name ?? ''
  if (leaving !== null && isHeld(browserStorage(), leaving.inCartId))
    return (
      <ConfirmDialog
        isOpen
        title={t(($) => $.cart.heldTitle)}
        text={t(($) => $.cart.heldText, { name })}
        confirm={t(($) => $.cart.heldSee)}
        cancel={t(($) => $.cart.heldLater)}
        onConfirm={see}
        onCancel={onClose}
      />
    )
  return (
    <ConfirmDialog
      isOpen={leaving !== null}
      title={t(($) => $.cart.removeTitle)}
      text={t(($) => $.cart.removeText, { name })}
      confirm={t(($) => $.cart.removeConfirm)}
      cancel={t(($) => $.cart.keep)}
      onConfirm={takeOut}
      onCancel={onClose}
    />
  )
}

/** The way to the page where a sale that was cut off is finished. */
export function useOpenSale(): () => void {
  const { cart, close } = useCart()
  const go = useSiteNavigate()
  return () => {
    close()
    void go(`/cart/${cart.cartId}/checkout`)
  }
}

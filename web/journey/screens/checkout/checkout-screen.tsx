import { findSold } from '#web/buyback/sold-carts.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useCart } from '../../kit/cart.tsx'
import { CheckoutFrame, CheckoutPage } from './checkout-frame.tsx'
import { ConfirmationScreen } from './confirmation-screen.tsx'
import type { HandoverReads } from './reselect-handover.tsx'
import { SendingScreen, type SendingCalls } from './sending-screen.tsx'
import type { ConfirmationCalls } from './use-sold.ts'

/**
 * The address of one cart (CART-17): its confirmation once it is sold, and until then the page that sends it. A cart
 * that is still in this browser is being sent, even where a record of its sale exists: the end of the sending empties
 * it.
 */
export function CheckoutScreen(props: {
  readonly cartId: string
  readonly sending: SendingCalls & HandoverReads
  readonly confirmation: ConfirmationCalls
}) {
  const { cartId, sending, confirmation } = props
  const { cart, isRead } = useCart()
  const sold = isRead && cart.cartId !== cartId ? findSold(browserStorage(), cartId) : null
  if (sold === null)
    return (
      <CheckoutPage step="confirmation">
        <SendingScreen cartId={cartId} {...sending} />
      </CheckoutPage>
    )
  return (
    <CheckoutFrame>
      <ConfirmationScreen ids={sold} {...confirmation} />
    </CheckoutFrame>
  )
}

import { findSold } from '#web/buyback/sold-carts.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useCart } from '../../kit/cart.tsx'
import { CheckoutFrame, CheckoutPage } from './checkout-page.tsx'
import { ConfirmationScreen, type ConfirmationCalls } from './confirmation-screen.tsx'
import { SendingScreen, type SendingCalls } from './sending-screen.tsx'

/**
 * The address of one cart (CART-17): its confirmation once it is sold, and until then its way to the server. A cart that
 * still lies in this browser is on its way, whatever is remembered of it: its end empties it.
 */
export function CheckoutScreen(props: {
  readonly cartId: string
  readonly sending: SendingCalls
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

import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '../../screens/checkout/checkout-page.tsx'
import { SendingScreen } from '../../screens/checkout/sending-screen.tsx'
import { checkoutLoader } from '../checkout-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/cart/$cartId/checkout')({
  staticData: {
    isPrivate: true,
    texts: ['checkout', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.steps.confirmation, { ns: 'checkout' }) }),
  },
  loader: ({ context }) => checkoutLoader(context),
  component: function Page() {
    return (
      <CheckoutPage step="confirmation">
        <SendingScreen {...useLoaded<typeof checkoutLoader>(Route)} />
      </CheckoutPage>
    )
  },
})

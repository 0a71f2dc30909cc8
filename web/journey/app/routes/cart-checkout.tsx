import { createFileRoute } from '@tanstack/react-router'
import { CheckoutScreen } from '../../screens/checkout/checkout-screen.tsx'
import { checkoutLoader, confirmationLoader } from '../checkout-loader.ts'
import { useLoaded } from '../loading.ts'

const load = (context: object) => ({ sending: checkoutLoader(context), confirmation: confirmationLoader(context) })

export const Route = createFileRoute('/_site/cart/$cartId/checkout')({
  staticData: {
    isPrivate: true,
    texts: ['checkout', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.steps.confirmation, { ns: 'checkout' }) }),
  },
  loader: ({ context }) => load(context),
  component: function Page() {
    const { cartId } = Route.useParams()
    return <CheckoutScreen key={cartId} cartId={cartId} {...useLoaded<typeof load>(Route)} />
  },
})

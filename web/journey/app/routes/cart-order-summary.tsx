import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '../../screens/checkout/checkout-frame.tsx'
import { SummaryScreen } from '../../screens/checkout/summary-screen.tsx'
import { summaryLoader } from '../checkout-loader.ts'
import { useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/cart/order-summary')({
  staticData: {
    isPrivate: true,
    texts: ['checkout', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.steps.summary, { ns: 'checkout' }) }),
  },
  loader: ({ context }) => summaryLoader(context),
  component: function Page() {
    return (
      <CheckoutPage step="summary">
        <SummaryScreen {...useLoaded<typeof summaryLoader>(Route)} />
      </CheckoutPage>
    )
  },
})

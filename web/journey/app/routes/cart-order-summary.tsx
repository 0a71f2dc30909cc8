import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '../../screens/checkout/checkout-page.tsx'
import { SummaryScreen } from '../../screens/checkout/summary-screen.tsx'

export const Route = createFileRoute('/_site/cart/order-summary')({
  staticData: { isPrivate: true, texts: ['checkout', 'customer'] },
  component: function Page() {
    return (
      <CheckoutPage step="summary">
        <SummaryScreen />
      </CheckoutPage>
    )
  },
})

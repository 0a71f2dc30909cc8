import { createFileRoute } from '@tanstack/react-router'
import { CheckoutPage } from '../../screens/checkout/checkout-frame.tsx'
import { CustomerScreen } from '../../screens/checkout/customer-screen.tsx'

export const Route = createFileRoute('/_site/cart/customer-informations')({
  staticData: {
    isPrivate: true,
    texts: ['checkout', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.steps.customer, { ns: 'checkout' }) }),
  },
  component: function Page() {
    return (
      <CheckoutPage step="customer">
        <CustomerScreen />
      </CheckoutPage>
    )
  },
})

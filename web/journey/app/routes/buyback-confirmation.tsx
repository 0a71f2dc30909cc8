import { createFileRoute } from '@tanstack/react-router'
import { CheckoutFrame } from '../../screens/checkout/checkout-frame.tsx'
import { confirmationSearch } from '../../screens/checkout/confirmation-search.ts'
import { ConfirmationScreen } from '../../screens/checkout/confirmation-screen.tsx'
import { confirmationLoader } from '../checkout-loader.ts'
import { useAddress, useLoaded } from '../loading.ts'

export const Route = createFileRoute('/_site/buyback/confirmation')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['checkout', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.steps.confirmation, { ns: 'checkout' }) }),
  },
  validateSearch: confirmationSearch,
  loader: ({ context }) => confirmationLoader(context),
  component: function Page() {
    const { ids } = useAddress<typeof confirmationSearch>(Route)
    return (
      <CheckoutFrame>
        <ConfirmationScreen ids={ids} {...useLoaded<typeof confirmationLoader>(Route)} />
      </CheckoutFrame>
    )
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { BuybackRefused } from '../../screens/buyback/buyback-refused.tsx'
import { wizardSearch } from '../../screens/buyback/wizard-search.ts'
import { WizardScreen } from '../../screens/buyback/wizard-screen.tsx'
import { wizardHead } from '../catalog-heads.ts'
import { useAddress, useLoaded } from '../loading.ts'
import { wizardLoader } from '../wizard-loader.ts'

export const Route = createFileRoute(
  '/_site/buyback/create/$selectedProductId/$selectedProductSlug/{-$predeclaredBuybackId}/{-$itemId}',
)({
  staticData: { isUntracked: true, head: wizardHead },
  validateSearch: wizardSearch,
  loader: ({ context, params }) => wizardLoader(context, params.selectedProductId, params.predeclaredBuybackId),
  component: function Page() {
    const { predeclaredBuybackId } = Route.useParams()
    return (
      <WizardScreen
        {...useLoaded<typeof wizardLoader>(Route)}
        search={useAddress<typeof wizardSearch>(Route)}
        predeclaredBuybackId={predeclaredBuybackId ?? null}
      />
    )
  },
  errorComponent: BuybackRefused,
  wrapInSuspense: true,
})

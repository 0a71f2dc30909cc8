import { createFileRoute } from '@tanstack/react-router'
import { CallError } from '#web/lib/http.ts'
import { BuybackRefused } from '../../screens/buyback/buyback-refused.tsx'
import { wizardSearch } from '../../screens/buyback/wizard-search.ts'
import { WizardScreen } from '../../screens/buyback/wizard-screen.tsx'
import { wizardHead } from '../catalog-heads.ts'
import { useAddress, useLoaded } from '../loading.ts'
import { LoadFailed } from '../load-failed.tsx'
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
  // Without a network the product may be sold all the same: only the server says that it is not.
  errorComponent: function Failed(props) {
    const isRefused = props.error instanceof CallError && props.error.failure === 'refused'
    return isRefused ? <BuybackRefused {...props} /> : <LoadFailed {...props} />
  },
  wrapInSuspense: true,
})

import { createFileRoute } from '@tanstack/react-router'
import { DiagPage } from '../../features/counter/diag/diag-page.tsx'
import { parseDiagSearch } from '../../features/counter/diag/diag-search.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute(
  '/_office/diag/{-$selectedProductId}/{-$selectedProductSlug}/{-$itemId}/{-$predeclaredBuybackId}',
)({
  staticData: { permission: 'buyback.create' },
  validateSearch: (search: Record<string, unknown>) => parseDiagSearch(search),
  component: Page,
})

function Page() {
  const { selectedProductId, itemId, predeclaredBuybackId } = Route.useParams()
  return (
    <DiagPage
      productId={selectedProductId}
      itemId={itemId}
      predeclaredBuybackId={predeclaredBuybackId}
      search={useAddress(Route)}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { CounterResultsPage } from '../../features/counter/find/counter-results-page.tsx'
import { parseResultsSearch } from '../../features/counter/find/results-search.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/category/$id/$slug')({
  staticData: { permission: 'buyback.create' },
  validateSearch: (search: Record<string, unknown>) => parseResultsSearch(search),
  component: Page,
})

function Page() {
  return <CounterResultsPage search={useAddress(Route)} categoryId={Route.useParams().id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '../../features/catalog-files/import/history-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/accounts/$accountId/catalog-imports')({
  staticData: { permission: 'catalog.import' },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search),
  component: Page,
})

function Page() {
  const { accountId } = Route.useParams()
  return <HistoryPage key={accountId} accountId={accountId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { parseClientSearch } from '../../features/client/client-search.ts'
import { ClientsPage } from '../../features/client/clients-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'
import { useClientOpening } from '../use-client-opening.ts'

export const Route = createFileRoute('/_office/clients')({
  staticData: { permission: 'client.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseClientSearch(search) }),
  component: Page,
})

function Page() {
  return <ClientsPage opening={useClientOpening()} />
}

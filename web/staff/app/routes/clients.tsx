import { createFileRoute } from '@tanstack/react-router'
import { clientFilters } from '../../features/client/client-search.ts'
import { ClientsPage } from '../../features/client/clients-page.tsx'
import { useClientOpening } from '../use-client-opening.ts'

export const Route = createFileRoute('/_office/clients')({
  staticData: { permission: 'client.list' },
  validateSearch: clientFilters.readAddress,
  component: Page,
})

function Page() {
  return <ClientsPage opening={useClientOpening()} />
}

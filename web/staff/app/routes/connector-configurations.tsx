import { createFileRoute } from '@tanstack/react-router'
import { parseListSearch } from '#web/staff/ui/list/list-state.ts'
import { ConfigurationsPage } from '../../features/connector/configurations-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its calls permit.
export const Route = createFileRoute('/_office/connectors/$organizationId/configurations/$connectorId')({
  staticData: { permission: 'session' },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search),
  component: Page,
})

function Page() {
  const { organizationId, connectorId } = Route.useParams()
  return (
    <ConfigurationsPage
      key={`${organizationId} ${connectorId}`}
      organizationId={organizationId}
      connectorId={connectorId}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ConnectorsPage } from '../../features/connector/connectors-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its calls permit.
export const Route = createFileRoute('/_office/connectors/$organizationId/connectors')({
  staticData: { permission: 'session' },
  component: Page,
})

function Page() {
  const { organizationId } = Route.useParams()
  return <ConnectorsPage key={organizationId} organizationId={organizationId} />
}

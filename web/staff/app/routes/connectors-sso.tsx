import { createFileRoute } from '@tanstack/react-router'
import { SsoPage } from '../../features/settings/sso-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its call permits.
export const Route = createFileRoute('/_office/connectors/$organizationId/SSO')({
  staticData: { permission: 'session' },
  component: Page,
})

function Page() {
  const { organizationId } = Route.useParams()
  return <SsoPage key={organizationId} organizationId={organizationId} />
}

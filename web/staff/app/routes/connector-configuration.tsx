import { createFileRoute } from '@tanstack/react-router'
import { ConfigurationPage } from '../../features/connector/configuration-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its calls permit.
export const Route = createFileRoute('/_office/connectors/$configurationId')({
  staticData: { permission: 'session' },
  validateSearch: ({ organizationId }: Record<string, unknown>): { readonly organizationId?: string } =>
    typeof organizationId === 'string' ? { organizationId } : {},
  component: Page,
})

function Page() {
  const { configurationId } = Route.useParams()
  const { organizationId } = Route.useSearch()
  return <ConfigurationPage key={configurationId} id={configurationId} organizationId={organizationId} />
}

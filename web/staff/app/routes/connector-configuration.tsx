import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ConfigurationPage } from '../../features/connector/configuration-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its calls permit.
export const Route = createFileRoute('/_office/connectors/$configurationId')({
  staticData: { permission: 'session' },
  validateSearch: organizationOf,
  component: Page,
})

function Page() {
  const { configurationId } = Route.useParams()
  const { organizationId } = organizationOf(useSearch({ strict: false }))
  return <ConfigurationPage key={configurationId} id={configurationId} organizationId={organizationId} />
}

function organizationOf({ organizationId }: Readonly<Record<string, unknown>>): { readonly organizationId?: string } {
  return typeof organizationId === 'string' ? { organizationId } : {}
}

import { createFileRoute } from '@tanstack/react-router'
import { ClientFormPage } from '../../features/client/client-form-page.tsx'

export const Route = createFileRoute('/_office/client/$organizationId/edit')({
  staticData: { permission: 'client.update' },
  component: Page,
})

function Page() {
  return <ClientFormPage organizationId={Route.useParams().organizationId} />
}

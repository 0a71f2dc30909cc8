import { createFileRoute } from '@tanstack/react-router'
import { ClientFormPage } from '../../features/client/client-form-page.tsx'

export const Route = createFileRoute('/_office/client/create')({
  staticData: { permission: 'client.create' },
  component: Page,
})

function Page() {
  return <ClientFormPage organizationId={null} />
}

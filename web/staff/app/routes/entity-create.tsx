import { createFileRoute } from '@tanstack/react-router'
import { EntityFormPage } from '../../features/organization/entity-form/entity-form-page.tsx'

export const Route = createFileRoute('/_office/entity/create')({
  staticData: { permission: 'organization.write' },
  component: Page,
})

function Page() {
  return <EntityFormPage id={null} />
}

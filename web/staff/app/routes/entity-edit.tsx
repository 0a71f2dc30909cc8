import { createFileRoute } from '@tanstack/react-router'
import { EntityFormPage } from '../../features/organization/entity/entity-form-page.tsx'

export const Route = createFileRoute('/_office/entity/$id/edit')({
  staticData: { permission: 'organization.list' },
  component: Page,
})

function Page() {
  return <EntityFormPage id={Route.useParams().id} />
}

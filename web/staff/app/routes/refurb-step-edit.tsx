import { createFileRoute } from '@tanstack/react-router'
import { RefurbStepFormPage } from '../../features/refurb/admin/refurb-step-form-page.tsx'

export const Route = createFileRoute('/_office/refurb-step/$id/edit')({
  staticData: { permission: 'refurb_step.manage' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <RefurbStepFormPage id={id} />
}

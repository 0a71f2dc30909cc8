import { createFileRoute } from '@tanstack/react-router'
import { RefurbQuestionFormPage } from '../../features/refurb/admin/refurb-question-form-page.tsx'

export const Route = createFileRoute('/_office/refurb-diagnosis-questions/$id/edit')({
  staticData: { permission: 'refurb_diagnostic.manage' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <RefurbQuestionFormPage id={id} />
}

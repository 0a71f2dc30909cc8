import { createFileRoute } from '@tanstack/react-router'
import { RefurbQuestionFormPage } from '../../features/refurb/admin/question-form-page.tsx'

export const Route = createFileRoute('/_office/refurb-diagnosis-questions/create')({
  staticData: { permission: 'refurb_diagnostic.manage' },
  component: () => <RefurbQuestionFormPage id={null} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { RefurbQuestionListPage } from '../../features/refurb/admin/question-list-page.tsx'

export const Route = createFileRoute('/_office/refurb-diagnosis-questions')({
  staticData: { permission: 'refurb_diagnostic.manage' },
  component: RefurbQuestionListPage,
})

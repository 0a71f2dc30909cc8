import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisQuestionsPage } from '../../features/refurb/diagnosis/diagnosis-questions-page.tsx'

export const Route = createFileRoute('/_floor/refurb-diagnosis/$id/questions')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiagnosisQuestionsPage itemId={id} />
}

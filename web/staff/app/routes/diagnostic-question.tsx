import { createFileRoute } from '@tanstack/react-router'
import { QuestionFormPage } from '../../features/catalog/questions/question-form-page.tsx'

export const Route = createFileRoute('/_office/diagnostic/category/$categoryId/question/$questionId')({
  staticData: { permission: 'question.write' },
  component: Page,
})

function Page() {
  const { categoryId, questionId } = Route.useParams()
  return <QuestionFormPage key={questionId} categoryId={categoryId} questionId={questionId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { QuestionFormPage } from '../../features/catalog/questions/question-form-page.tsx'

export const Route = createFileRoute('/_office/diagnostic/category/$categoryId/question/add')({
  staticData: { permission: 'question.write' },
  component: Page,
})

function Page() {
  return <QuestionFormPage categoryId={Route.useParams().categoryId} questionId={null} />
}

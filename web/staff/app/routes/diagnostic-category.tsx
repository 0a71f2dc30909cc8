import { createFileRoute } from '@tanstack/react-router'
import { QuestionsPage } from '../../features/catalog/questions/questions-page.tsx'

export const Route = createFileRoute('/_office/diagnostic/category/$categoryId')({
  staticData: { permission: 'question.list' },
  component: Page,
})

function Page() {
  return <QuestionsPage categoryId={Route.useParams().categoryId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisSummaryPage } from '../../features/refurb/diagnosis/diagnosis-summary-page.tsx'

export const Route = createFileRoute('/_floor/refurb-diagnosis/$id/summary')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiagnosisSummaryPage itemId={id} />
}

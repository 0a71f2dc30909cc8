import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisFinalizedPage } from '../../features/refurb/diagnosis/diagnosis-finalized-page.tsx'

export const Route = createFileRoute('/_floor/refurb-diagnosis/$id/finalized')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiagnosisFinalizedPage itemId={id} />
}

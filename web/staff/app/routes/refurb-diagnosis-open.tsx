import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisOpenPage } from '../../features/refurb/diagnosis/diagnosis-open-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/refurb-diagnosis/$id')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiagnosisOpenPage itemId={id} />
}

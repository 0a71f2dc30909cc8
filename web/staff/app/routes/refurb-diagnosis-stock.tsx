import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisStockPage } from '../../features/refurb/diagnosis/diagnosis-stock-page.tsx'

export const Route = createFileRoute('/_floor/refurb-diagnosis/$id/stock')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <DiagnosisStockPage itemId={id} />
}

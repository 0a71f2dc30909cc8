import { createFileRoute } from '@tanstack/react-router'
import { CompliancePage } from '../../features/compliance/compliance-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/check/{-$itemId}')({
  staticData: { permission: 'item.control', floor: true },
  component: Page,
})

function Page() {
  const { itemId } = Route.useParams()
  return <CompliancePage itemId={itemId} />
}

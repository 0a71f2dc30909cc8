import { createFileRoute } from '@tanstack/react-router'
import { ItemStepPage } from '../../features/refurb/item-steps/item-step-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/$itemRefurbStepId')({
  staticData: { permission: 'refurb.write', floor: true },
  component: Page,
})

function Page() {
  const { itemRefurbStepId } = Route.useParams()
  return <ItemStepPage itemRefurbStepId={itemRefurbStepId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ItemStepListPage } from '../../features/refurb/item-steps/item-step-list-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/items/$itemId')({
  staticData: { permission: 'refurb.write', floor: true },
  component: Page,
})

function Page() {
  const { itemId } = Route.useParams()
  return <ItemStepListPage itemId={itemId} />
}

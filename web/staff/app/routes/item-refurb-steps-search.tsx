import { createFileRoute } from '@tanstack/react-router'
import { ItemStepSearchPage } from '../../features/refurb/item-steps/item-step-search-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/search')({
  staticData: { permission: 'refurb.write', floor: true },
  component: ItemStepSearchPage,
})

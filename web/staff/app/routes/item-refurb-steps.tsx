import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps')({
  staticData: { permission: 'refurb.write', floor: true },
  // Without a product there are no steps to show.
  beforeLoad: () => {
    throw redirect({ to: '/warehouse/item-refurb-steps/search', replace: true })
  },
})

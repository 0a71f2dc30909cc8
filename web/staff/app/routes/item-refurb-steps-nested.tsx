import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/items/$itemId/item-refurb-steps')({
  staticData: { permission: 'refurb.write', floor: true },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/warehouse/item-refurb-steps/items/$itemId', params, replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute(
  '/_floor/warehouse/item-refurb-steps/items/$itemId/item-refurb-steps/$itemRefurbStepId',
)({
  staticData: { permission: 'refurb.write', floor: true },
  // Below its product a step is named by the account's step, or in full.
  beforeLoad: ({ params: { itemId, itemRefurbStepId } }) => {
    const full = itemRefurbStepId.includes('_') ? itemRefurbStepId : `${itemId}_${itemRefurbStepId}`
    throw redirect({
      to: '/warehouse/item-refurb-steps/$itemRefurbStepId',
      params: { itemRefurbStepId: full },
      replace: true,
    })
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { RefurbStepListPage } from '../../features/refurb/admin/refurb-step-list-page.tsx'

export const Route = createFileRoute('/_office/refurb-steps')({
  staticData: { permission: 'refurb_step.manage' },
  component: RefurbStepListPage,
})

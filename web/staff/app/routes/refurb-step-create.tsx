import { createFileRoute } from '@tanstack/react-router'
import { RefurbStepFormPage } from '../../features/refurb/admin/refurb-step-form-page.tsx'

export const Route = createFileRoute('/_office/refurb-step/create')({
  staticData: { permission: 'refurb_step.manage' },
  component: () => <RefurbStepFormPage id={null} />,
})

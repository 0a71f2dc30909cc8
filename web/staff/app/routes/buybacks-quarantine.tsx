import { createFileRoute } from '@tanstack/react-router'
import { QuarantinePage } from '../../features/quarantine/quarantine-page.tsx'

export const Route = createFileRoute('/_office/buybacksQuarantine')({
  staticData: { permission: 'quarantine.transition' },
  component: QuarantinePage,
})

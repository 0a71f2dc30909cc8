import { createFileRoute } from '@tanstack/react-router'
import { DispatchPage } from '../../features/dispatch/dispatch-page.tsx'

export const Route = createFileRoute('/_office/warehouse-dispatch')({
  staticData: { permission: 'warehouse_dispatch_rule.read' },
  component: DispatchPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { DispatchRulePage } from '../../features/dispatch/dispatch-rule-page.tsx'

export const Route = createFileRoute('/_office/warehouse-dispatch-rule/{-$id}')({
  staticData: { permission: 'warehouse_dispatch_rule.read' },
  component: DispatchRulePage,
})

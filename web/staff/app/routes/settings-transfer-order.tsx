import { createFileRoute } from '@tanstack/react-router'
import { TransferOrderPage } from '../../features/design/transfer-order-page.tsx'

export const Route = createFileRoute('/_office/settings/transfer-order')({
  staticData: { permission: 'transfer_order.read' },
  component: TransferOrderPage,
})

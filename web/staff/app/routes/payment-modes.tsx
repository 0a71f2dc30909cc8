import { createFileRoute } from '@tanstack/react-router'
import { PaymentModeListPage } from '../../features/circuit/payment-mode-list-page.tsx'

export const Route = createFileRoute('/_office/paymentModes')({
  staticData: { permission: 'payment_mode.list' },
  component: PaymentModeListPage,
})

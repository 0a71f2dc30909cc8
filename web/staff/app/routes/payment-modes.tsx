import { createFileRoute } from '@tanstack/react-router'
import { archivedFilters } from '../../features/circuit/circuit-search.ts'
import { PaymentModeListPage } from '../../features/circuit/payment-mode-list-page.tsx'

export const Route = createFileRoute('/_office/paymentModes')({
  staticData: { permission: 'payment_mode.list' },
  validateSearch: archivedFilters.readAddress,
  component: PaymentModeListPage,
})

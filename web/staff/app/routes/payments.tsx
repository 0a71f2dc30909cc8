import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../features/payment/payments-page.tsx'
import { paymentFilters } from '../../features/payment/payment-search.ts'

export const Route = createFileRoute('/_office/payments')({
  staticData: { permission: 'payment.list' },
  validateSearch: paymentFilters.readAddress,
  component: PaymentsPage,
})

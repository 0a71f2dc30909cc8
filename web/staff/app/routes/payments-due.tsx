import { createFileRoute } from '@tanstack/react-router'
import { PaymentsDuePage } from '../../features/payment/payments-due-page.tsx'
import { dueFilters } from '../../features/payment/payments-due-search.ts'

export const Route = createFileRoute('/_office/payments/due')({
  staticData: { permission: 'payment.list' },
  validateSearch: dueFilters.readAddress,
  component: PaymentsDuePage,
})

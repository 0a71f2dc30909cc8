import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../features/payment/payments-page.tsx'
import { parsePaymentSearch } from '../../features/payment/payment-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/payments')({
  staticData: { permission: 'payment.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parsePaymentSearch(search) }),
  component: PaymentsPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { PaymentsDuePage } from '../../features/payment/payments-due-page.tsx'
import { parseDueSearch } from '../../features/payment/payments-due-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/payments/due')({
  staticData: { permission: 'payment.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseDueSearch(search) }),
  component: PaymentsDuePage,
})

import { createFileRoute } from '@tanstack/react-router'
import { parseCircuitSearch } from '../../features/circuit/circuit-search.ts'
import { PaymentModeListPage } from '../../features/circuit/payment-mode-list-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/paymentModes')({
  staticData: { permission: 'payment_mode.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseCircuitSearch(search) }),
  component: PaymentModeListPage,
})

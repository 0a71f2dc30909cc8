import { createFileRoute } from '@tanstack/react-router'
import { PaymentReleasePage } from '../../features/payment/payment-release-page.tsx'
import { parseReleaseSearch } from '../../features/payment/payment-release-search.ts'
import { parseListSearch } from '#web/staff/ui/list/list-state.ts'

export const Route = createFileRoute('/_office/payment-releases')({
  staticData: { permission: 'payment.release' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseReleaseSearch(search) }),
  component: PaymentReleasePage,
})

import { createFileRoute } from '@tanstack/react-router'
import { PaymentReleasePage } from '../../features/payment/payment-release-page.tsx'
import { releaseFilters } from '../../features/payment/payment-release-search.ts'

export const Route = createFileRoute('/_office/payment-releases')({
  staticData: { permission: 'payment.release' },
  validateSearch: releaseFilters.readAddress,
  component: PaymentReleasePage,
})

import { createFileRoute } from '@tanstack/react-router'
import { MakePaymentFilePage } from '../../features/payment/make-payment-file-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/payment-files/create')({
  staticData: { permission: 'payment_file.manage' },
  validateSearch: parseListSearch,
  component: MakePaymentFilePage,
})

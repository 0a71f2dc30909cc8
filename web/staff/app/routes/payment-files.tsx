import { createFileRoute } from '@tanstack/react-router'
import { PaymentFilesPage } from '../../features/payment/payment-files-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/payment-files')({
  staticData: { permission: 'payment_file.manage' },
  validateSearch: parseListSearch,
  component: PaymentFilesPage,
})

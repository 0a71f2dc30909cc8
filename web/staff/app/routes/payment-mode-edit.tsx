import { createFileRoute } from '@tanstack/react-router'
import { PaymentModeFormPage } from '../../features/circuit/payment-mode-form-page.tsx'

export const Route = createFileRoute('/_office/paymentMode/$id/edit')({
  staticData: { permission: 'payment_mode.list' },
  component: Page,
})

function Page() {
  return <PaymentModeFormPage id={Route.useParams().id} />
}

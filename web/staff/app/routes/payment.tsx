import { createFileRoute } from '@tanstack/react-router'
import { PaymentPage } from '../../features/payment/payment-page.tsx'

export const Route = createFileRoute('/_office/payments/$id')({
  staticData: { permission: 'payment.list' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <PaymentPage key={id} id={id} />
}

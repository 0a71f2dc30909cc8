import { createFileRoute } from '@tanstack/react-router'
import { ShippingMethodFormPage } from '../../features/circuit/shipping-method-form-page.tsx'

export const Route = createFileRoute('/_office/shippingMethod/$id/edit')({
  staticData: { permission: 'circuit.list' },
  component: Page,
})

function Page() {
  return <ShippingMethodFormPage id={Route.useParams().id} />
}

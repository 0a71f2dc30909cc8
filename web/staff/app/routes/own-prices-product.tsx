import { createFileRoute } from '@tanstack/react-router'
import { OwnPricesForm } from '../../features/catalog/own-prices/own-prices-form.tsx'

export const Route = createFileRoute('/_office/own-prices/$id')({
  staticData: { permission: 'product.write_own_prices' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <OwnPricesForm key={id} id={id} />
}

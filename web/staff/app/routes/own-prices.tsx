import { createFileRoute } from '@tanstack/react-router'
import { OwnPricesPage } from '../../features/catalog/own-prices/own-prices-page.tsx'

export const Route = createFileRoute('/_office/own-prices')({
  staticData: { permission: 'product.write_own_prices' },
  component: OwnPricesPage,
})

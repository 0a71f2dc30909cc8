import { createFileRoute } from '@tanstack/react-router'
import { StockFormPage } from '../../features/stock/admin/stock-form-page.tsx'

export const Route = createFileRoute('/_office/stocks/create')({
  staticData: { permission: 'stock.manage' },
  component: Page,
})

function Page() {
  return <StockFormPage id={null} />
}

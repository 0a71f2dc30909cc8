import { createFileRoute } from '@tanstack/react-router'
import { StockFormPage } from '../../features/stock/admin/stock-form-page.tsx'

export const Route = createFileRoute('/_office/stocks/$id/edit')({
  staticData: { permission: 'stock.manage' },
  component: Page,
})

function Page() {
  return <StockFormPage id={Route.useParams().id} />
}

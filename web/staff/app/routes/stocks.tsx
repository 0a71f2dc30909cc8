import { createFileRoute } from '@tanstack/react-router'
import { StockListPage } from '../../features/stock/admin/stock-list-page.tsx'

export const Route = createFileRoute('/_office/stocks')({
  staticData: { permission: 'stock.manage' },
  component: StockListPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { CountListPage } from '../../features/stock/admin/count-list-page.tsx'

export const Route = createFileRoute('/_office/stocks/counts')({
  staticData: { permission: 'item.move' },
  component: CountListPage,
})

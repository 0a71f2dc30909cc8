import { createFileRoute } from '@tanstack/react-router'
import { CountPage } from '../../features/stock/count/count-page.tsx'

export const Route = createFileRoute('/_floor/warehouse/stock-count')({
  staticData: { permission: 'item.move', floor: true },
  component: CountPage,
})

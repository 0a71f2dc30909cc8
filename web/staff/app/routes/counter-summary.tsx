import { createFileRoute } from '@tanstack/react-router'
import { SummaryPage } from '../../features/counter/sale/counter-summary-page.tsx'

export const Route = createFileRoute('/_office/cart/summary')({
  staticData: { permission: 'buyback.create' },
  component: SummaryPage,
})

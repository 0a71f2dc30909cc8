import { createFileRoute } from '@tanstack/react-router'
import { CounterSummaryPage } from '../../features/counter/sale/counter-summary-page.tsx'

export const Route = createFileRoute('/_office/cart/summary')({
  staticData: { permission: 'buyback.create' },
  component: CounterSummaryPage,
})

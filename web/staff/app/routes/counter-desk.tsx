import { createFileRoute } from '@tanstack/react-router'
import { CounterDeskPage } from '../../features/counter/find/counter-desk-page.tsx'

export const Route = createFileRoute('/_office/buyback/create')({
  staticData: { permission: 'buyback.create' },
  component: CounterDeskPage,
})

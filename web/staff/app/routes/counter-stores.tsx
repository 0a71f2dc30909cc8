import { createFileRoute } from '@tanstack/react-router'
import { CounterStoresPage } from '../../features/counter/find/counter-stores-page.tsx'

export const Route = createFileRoute('/_office/stores')({
  staticData: { permission: 'buyback.create' },
  component: CounterStoresPage,
})

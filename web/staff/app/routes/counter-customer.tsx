import { createFileRoute } from '@tanstack/react-router'
import { CounterCustomerPage } from '../../features/counter/sale/counter-customer-page.tsx'

export const Route = createFileRoute('/_office/cart/customer-infos')({
  staticData: { permission: 'buyback.create' },
  component: CounterCustomerPage,
})

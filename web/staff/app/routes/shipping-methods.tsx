import { createFileRoute } from '@tanstack/react-router'
import { archivedFilters } from '../../features/circuit/circuit-search.ts'
import { ShippingMethodListPage } from '../../features/circuit/shipping-method-list-page.tsx'

export const Route = createFileRoute('/_office/shippingMethods')({
  staticData: { permission: 'circuit.list' },
  validateSearch: archivedFilters.readAddress,
  component: ShippingMethodListPage,
})

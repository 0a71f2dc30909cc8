import { createFileRoute } from '@tanstack/react-router'
import { parseCircuitSearch } from '../../features/circuit/circuit-search.ts'
import { ShippingMethodListPage } from '../../features/circuit/shipping-method-list-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/shippingMethods')({
  staticData: { permission: 'circuit.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseCircuitSearch(search) }),
  component: ShippingMethodListPage,
})

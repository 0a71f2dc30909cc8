import { createFileRoute } from '@tanstack/react-router'
import { CircuitListPage } from '../../features/circuit/circuit-list-page.tsx'
import { circuitFilters } from '../../features/circuit/circuit-search.ts'

export const Route = createFileRoute('/_office/circuits')({
  staticData: { permission: 'dispatch_circuit_rule.list' },
  validateSearch: circuitFilters.readAddress,
  component: CircuitListPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { CircuitListPage } from '../../features/circuit/circuit-list-page.tsx'
import { parseCircuitSearch } from '../../features/circuit/circuit-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/circuits')({
  staticData: { permission: 'dispatch_circuit_rule.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseCircuitSearch(search) }),
  component: CircuitListPage,
})

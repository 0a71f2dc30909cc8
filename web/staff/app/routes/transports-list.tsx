import { createFileRoute } from '@tanstack/react-router'
import { TransportPage } from '../../features/dispatch/transport-page.tsx'
import { parseTransportFilters } from '../../features/dispatch/transport-filters.ts'
import { parseListSearch } from '../../ui/list-state.ts'

export const Route = createFileRoute('/_office/transports-list')({
  staticData: { permission: 'transport.list' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseListSearch(search),
    ...parseTransportFilters(search),
  }),
  component: TransportPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { ImportEventsButton } from '../../features/delivery/import-dialog.tsx'
import { LabelStateBadge } from '../../features/delivery/label-state-badge.tsx'
import { TransportPage } from '../../features/dispatch/transport-page.tsx'
import { parseTransportFilters } from '../../features/dispatch/transport-filters.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/transports-list')({
  staticData: { permission: 'transport.list' },
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseListSearch(search),
    ...parseTransportFilters(search),
  }),
  component: Page,
})

function Page() {
  return (
    <TransportPage
      actions={(off) => <ImportEventsButton off={off} />}
      labelBadge={(state) => <LabelStateBadge state={state} />}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ImportEventsButton } from '../../features/delivery/import-dialog.tsx'
import { LabelStateBadge } from '../../features/delivery/label-state-badge.tsx'
import { TransportPage } from '../../features/dispatch/transport-page.tsx'
import { transportFilters } from '../../features/dispatch/transport-filters.ts'

export const Route = createFileRoute('/_office/transports-list')({
  staticData: { permission: 'transport.list' },
  validateSearch: transportFilters.readAddress,
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

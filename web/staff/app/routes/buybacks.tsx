import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '#web/lib/platform.tsx'
import { buybackFilters } from '../../features/buyback/list/buyback-search.ts'
import { BuybacksPage } from '../../features/buyback/list/buybacks-page.tsx'
import { ImportEventsButton } from '../../features/delivery/import-dialog.tsx'

export const Route = createFileRoute('/_office/buybacks')({
  staticData: { permission: 'buyback.list' },
  validateSearch: buybackFilters.readAddress,
  component: Page,
})

function Page() {
  // Users who see the list of transports import there.
  const hasTransports = useCan('transport.list')
  return <BuybacksPage actions={hasTransports ? null : <ImportEventsButton />} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ConfirmationPage } from '../../features/warehouse/confirmation-page.tsx'

interface Search {
  readonly buybackIdentificationNumber?: string
}

export const Route = createFileRoute('/_floor/warehouse/confirmation-checkin/{-$itemId}')({
  staticData: { permission: 'warehouse.check_in', floor: true },
  // Digits in a query arrive as a number; leading zeros and length are the code's own.
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const code = search.buybackIdentificationNumber
    if (typeof code !== 'string' && typeof code !== 'number') return {}
    return { buybackIdentificationNumber: String(code) }
  },
  component: Page,
})

function Page() {
  const { itemId } = Route.useParams()
  const { buybackIdentificationNumber } = Route.useSearch()
  return <ConfirmationPage itemId={itemId} buybackIdentificationNumber={buybackIdentificationNumber} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { CheckInConfirmationPage } from '../../features/check-in/confirmation/check-in-confirmation-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly buybackIdentificationNumber?: string
}

export const Route = createFileRoute('/_floor/warehouse/confirmation-checkin/{-$itemId}')({
  staticData: { permission: 'warehouse.check_in', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const code = search.buybackIdentificationNumber
    return typeof code === 'string' ? { buybackIdentificationNumber: code } : {}
  },
  component: Page,
})

function Page() {
  const { itemId } = Route.useParams()
  const { buybackIdentificationNumber } = useAddress(Route)
  return <CheckInConfirmationPage itemId={itemId} buybackIdentificationNumber={buybackIdentificationNumber} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ExpeditionConfirmationPage } from '../../features/expedition/expedition-confirmation-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly packageId?: string
}

export const Route = createFileRoute('/_floor/expedition/confirmation')({
  staticData: { permission: 'expedition.send', floor: true },
  validateSearch: ({ packageId }: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search =>
    typeof packageId === 'string' ? { packageId } : {},
  component: Page,
})

function Page() {
  const { packageId } = useAddress(Route)
  return <ExpeditionConfirmationPage packageId={packageId} />
}

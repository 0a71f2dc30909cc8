import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ExpeditionConfirmationPage } from '../../features/expedition/confirmation-page.tsx'

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
  const { packageId } = Route.useSearch()
  return <ExpeditionConfirmationPage packageId={packageId} />
}

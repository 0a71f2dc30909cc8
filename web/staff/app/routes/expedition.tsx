import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ExpeditionPage } from '../../features/expedition/expedition-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly itemId?: string
}

export const Route = createFileRoute('/_floor/expedition')({
  staticData: { permission: 'expedition.send', floor: true },
  validateSearch: ({ itemId }: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search =>
    typeof itemId === 'string' ? { itemId } : {},
  component: Page,
})

function Page() {
  const { itemId } = useAddress(Route)
  return <ExpeditionPage itemId={itemId} />
}

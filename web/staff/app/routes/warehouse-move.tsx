import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { MovePage } from '../../features/stock/move/move-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly stock?: string
}

export const Route = createFileRoute('/_floor/warehouse/move')({
  staticData: { permission: 'item.move', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search =>
    typeof search.stock === 'string' ? { stock: search.stock } : {},
  component: Page,
})

function Page() {
  return <MovePage stockId={useAddress(Route).stock} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ExpeditionPage } from '../../features/expedition/expedition-page.tsx'
import { packageSorts, type PackageSort } from '../../features/expedition/package-order.ts'
import { useAddress } from '../address.ts'

interface Search {
  readonly itemId?: string
  readonly destination?: string
  readonly sort?: PackageSort
}

export const Route = createFileRoute('/_floor/expedition')({
  staticData: { permission: 'expedition.send', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const { itemId, destination } = search
    const sort = packageSorts.find((one) => one === search.sort)
    return {
      ...(typeof itemId === 'string' ? { itemId } : {}),
      ...(typeof destination === 'string' ? { destination } : {}),
      ...(sort === undefined ? {} : { sort }),
    }
  },
  component: Page,
})

function Page() {
  const { itemId, destination, sort } = useAddress(Route)
  return <ExpeditionPage itemId={itemId} destination={destination} sort={sort ?? 'destination'} />
}

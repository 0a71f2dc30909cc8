import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { workKinds, type WorkKind } from '#domain/item/next-work.ts'
import { WorkPage } from '../../features/item/work/work-page.tsx'
import { workSorts, type WorkSort } from '../../features/item/work/work-sort.ts'
import { useAddress } from '../address.ts'

interface Search {
  readonly kind?: WorkKind
  readonly sort?: WorkSort
}

export const Route = createFileRoute('/_floor/warehouse/work')({
  staticData: { permission: 'item.control', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const kind = workKinds.find((one) => one === search.kind)
    const sort = workSorts.find((one) => one === search.sort)
    return { ...(kind === undefined ? {} : { kind }), ...(sort === undefined ? {} : { sort }) }
  },
  component: Page,
})

function Page() {
  const { kind, sort } = useAddress(Route)
  return <WorkPage kind={kind} sort={sort ?? 'urgency'} />
}

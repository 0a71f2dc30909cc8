import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { workKinds, type WorkKind } from '#domain/warehouse/next-work.ts'
import { WorkPage } from '../../features/warehouse/work/work-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly kind?: WorkKind
}

export const Route = createFileRoute('/_floor/warehouse/work')({
  staticData: { permission: 'item.control', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const kind = workKinds.find((one) => one === search.kind)
    return kind === undefined ? {} : { kind }
  },
  component: Page,
})

function Page() {
  return <WorkPage kind={useAddress(Route).kind} />
}

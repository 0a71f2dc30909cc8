import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { StepsCompletedPage } from '../../features/refurb/item-steps/steps-completed-page.tsx'
import { useAddress } from '../address.ts'

interface Search {
  readonly identificationNumber?: string
  readonly stockName?: string
}

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/completed')({
  staticData: { permission: 'refurb.write', floor: true },
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 255) : null)
    const [identificationNumber, stockName] = [text(search.identificationNumber), text(search.stockName)]
    return {
      ...(identificationNumber === null ? {} : { identificationNumber }),
      ...(stockName === null ? {} : { stockName }),
    }
  },
  component: Page,
})

function Page() {
  const { identificationNumber, stockName } = useAddress(Route)
  return <StepsCompletedPage identificationNumber={identificationNumber} stockName={stockName} />
}

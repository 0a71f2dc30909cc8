import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { StepsCompletedPage } from '../../features/refurb/item-steps/completed-page.tsx'

interface Search {
  readonly identificationNumber?: string
  readonly stockName?: string
}

export const Route = createFileRoute('/_floor/warehouse/item-refurb-steps/completed')({
  staticData: { permission: 'refurb.write', floor: true },
  // Digits in a query arrive as a number; leading zeros and length are the code's own.
  validateSearch: (search: Partial<Record<keyof Search, unknown>> & SearchSchemaInput): Search => {
    const text = (value: unknown): string | null =>
      typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 255) : null
    const [identificationNumber, stockName] = [text(search.identificationNumber), text(search.stockName)]
    return {
      ...(identificationNumber === null ? {} : { identificationNumber }),
      ...(stockName === null ? {} : { stockName }),
    }
  },
  component: Page,
})

function Page() {
  const { identificationNumber, stockName } = Route.useSearch()
  return <StepsCompletedPage identificationNumber={identificationNumber} stockName={stockName} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { PaymentFilePage } from '../../features/payment/payment-file-page.tsx'
import { parseListSearch, type ListSearch } from '../../ui/list/list-state.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/payment-files/$id')({
  staticData: { permission: 'payment_file.manage' },
  validateSearch: (
    search: { readonly left?: unknown; readonly q?: unknown } & SearchSchemaInput,
  ): ListSearch & { readonly left?: number } => {
    const left = Number(search.left)
    return { ...parseListSearch(search), ...(Number.isSafeInteger(left) && left > 0 ? { left } : {}) }
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const { left } = useAddress(Route)
  return <PaymentFilePage key={id} id={id} left={left ?? 0} />
}

import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { buybackKey } from '../../features/buyback/buyback-calls.ts'
import { BuybackPage } from '../../features/buyback/detail/buyback-page.tsx'
import { buybackTabOf, type BuybackTab } from '../../features/buyback/detail/buyback-tabs.ts'
import { DeliveryBlock } from '../../features/delivery/delivery-block.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/buyback/$id')({
  staticData: { permission: 'buyback.read' },
  validateSearch: (search: { readonly tab?: unknown } & SearchSchemaInput): { readonly tab?: BuybackTab } => {
    const tab = buybackTabOf(search.tab)
    return tab === null ? {} : { tab }
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const { tab } = useAddress(Route)
  const queries = useQueryClient()
  const changed = (): void => void queries.invalidateQueries({ queryKey: buybackKey })
  return (
    <BuybackPage key={id} id={id} tab={tab ?? 'info'} delivery={<DeliveryBlock buybackId={id} onChanged={changed} />} />
  )
}

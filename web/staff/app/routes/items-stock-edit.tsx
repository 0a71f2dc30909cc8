import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ItemDetailPage } from '../../features/item/item-detail-page.tsx'
import { itemTabOf, type ItemTab } from '../../features/item/item-tabs.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/items-stock/$id/edit')({
  staticData: { permission: 'item_stock.read' },
  validateSearch: (search: { readonly tab?: unknown } & SearchSchemaInput): { readonly tab?: ItemTab } => {
    const tab = itemTabOf(search.tab)
    return tab === null ? {} : { tab }
  },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const { tab } = useAddress(Route)
  return <ItemDetailPage key={id} id={id} tab={tab ?? 'general'} />
}

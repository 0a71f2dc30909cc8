import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ItemsPage } from '../../features/item/items-page.tsx'
import { itemsAddress, type ItemsSearch } from '../../features/item/items-search.ts'

export const Route = createFileRoute('/_office/items-stock')({
  staticData: { permission: 'item_stock.read' },
  validateSearch: (search: Partial<Record<keyof ItemsSearch, unknown>> & SearchSchemaInput): ItemsSearch =>
    itemsAddress.read(search),
  component: ItemsPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { parseProductSearch } from '../../features/catalog/product-search.ts'
import { ProductsPage } from '../../features/catalog/products-page.tsx'
import { parseListSearch } from '../../ui/list-state.ts'

export const Route = createFileRoute('/_office/products')({
  staticData: { permission: 'product.list' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseProductSearch(search) }),
  component: ProductsPage,
})

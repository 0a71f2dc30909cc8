import { createFileRoute, redirect } from '@tanstack/react-router'
import { keptFiltersFor, parseProductListSearch } from '../../features/catalog/kept-product-filters.ts'
import { ProductsPage } from '../../features/catalog/products-page.tsx'

export const Route = createFileRoute('/_office/products')({
  staticData: { permission: 'product.list' },
  validateSearch: parseProductListSearch,
  beforeLoad: ({ cause, context, search }) => {
    const kept = cause === 'enter' ? keptFiltersFor(context.platform.storage, parseProductListSearch(search)) : null
    if (kept !== null) throw redirect({ to: '.', search: { ...search, ...kept }, replace: true })
  },
  component: ProductsPage,
})

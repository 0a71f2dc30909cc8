import { createFileRoute, redirect } from '@tanstack/react-router'
import { keptFiltersFor } from '../../features/catalog/kept-product-filters.ts'
import { productFilters } from '../../features/catalog/product-list-search.ts'
import { ProductsPage } from '../../features/catalog/products-page.tsx'

export const Route = createFileRoute('/_office/products')({
  staticData: { permission: 'product.list' },
  validateSearch: productFilters.readAddress,
  beforeLoad: ({ cause, context, search }) => {
    const kept = cause === 'enter' ? keptFiltersFor(context.platform.storage, productFilters.readAddress(search)) : null
    if (kept !== null) throw redirect({ to: '.', search: { ...search, ...kept }, replace: true })
  },
  component: ProductsPage,
})

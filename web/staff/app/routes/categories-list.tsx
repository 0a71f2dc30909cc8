import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../features/catalog/categories-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/categories/list')({
  staticData: { permission: 'category.list' },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search),
  component: CategoriesPage,
})

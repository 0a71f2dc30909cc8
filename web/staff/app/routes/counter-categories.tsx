import { createFileRoute } from '@tanstack/react-router'
import { CounterCategoriesPage } from '../../features/counter/find/counter-categories-page.tsx'

export const Route = createFileRoute('/_office/categories')({
  staticData: { permission: 'buyback.create' },
  component: CounterCategoriesPage,
})

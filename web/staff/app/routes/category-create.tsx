import { createFileRoute } from '@tanstack/react-router'
import { CategoryFormPage } from '../../features/catalog/category-form/category-form-page.tsx'

export const Route = createFileRoute('/_office/category/create')({
  staticData: { permission: 'category.write' },
  component: () => <CategoryFormPage id={null} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { CategoryFormPage } from '../../features/catalog/category-form/category-form-page.tsx'

export const Route = createFileRoute('/_office/category/$id/edit')({
  staticData: { permission: 'category.write' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <CategoryFormPage key={id} id={id} />
}

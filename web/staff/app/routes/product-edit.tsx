import { createFileRoute } from '@tanstack/react-router'
import { ProductFormPage } from '../../features/catalog/product-form/product-form-page.tsx'

export const Route = createFileRoute('/_office/product/$id/edit')({
  staticData: { permission: 'product.write' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ProductFormPage key={id} id={id} />
}

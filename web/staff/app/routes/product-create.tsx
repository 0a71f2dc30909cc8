import { createFileRoute } from '@tanstack/react-router'
import { ProductFormPage } from '../../features/catalog/product-form/product-form-page.tsx'

export const Route = createFileRoute('/_office/product/create')({
  staticData: { permission: 'product.write' },
  component: () => <ProductFormPage id={null} />,
})

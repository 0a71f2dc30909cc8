import { createFileRoute } from '@tanstack/react-router'
import { OrganizationExportPage } from '../../features/catalog-files/export/export-page.tsx'

export const Route = createFileRoute('/_office/exports/$organizationId')({
  staticData: { permission: 'product.export', alsoPermission: 'category.export' },
  component: Page,
})

function Page() {
  const { organizationId } = Route.useParams()
  return <OrganizationExportPage key={organizationId} organizationId={organizationId} />
}

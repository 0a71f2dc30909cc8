import { createFileRoute } from '@tanstack/react-router'
import { ExportPage } from '../../features/catalog-files/export/export-page.tsx'

export const Route = createFileRoute('/_office/accounts/$accountId/catalog-export')({
  staticData: { permission: 'product.export', alsoPermission: 'category.export' },
  component: Page,
})

function Page() {
  const { accountId } = Route.useParams()
  return <ExportPage key={accountId} accountId={accountId} />
}

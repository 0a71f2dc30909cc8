import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { isUuid } from '#domain/kernel/uuid.ts'
import { ImportPage } from '../../features/catalog-files/import/import-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/imports/$organizationId')({
  staticData: { permission: 'catalog.import' },
  validateSearch: (search: { readonly import?: unknown } & SearchSchemaInput): { readonly import?: string } =>
    typeof search.import === 'string' && isUuid(search.import) ? { import: search.import } : {},
  component: Page,
})

function Page() {
  const { organizationId } = Route.useParams()
  const { import: importId = null } = useAddress(Route)
  return <ImportPage key={organizationId} organizationId={organizationId} importId={importId} />
}

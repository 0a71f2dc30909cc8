import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { isUuid } from '#domain/kernel/uuid.ts'
import { OwnPricesImportPage } from '../../features/catalog-files/import/import-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/own-prices/import')({
  staticData: { permission: 'product.write_own_prices' },
  validateSearch: (search: { readonly import?: unknown } & SearchSchemaInput): { readonly import?: string } =>
    typeof search.import === 'string' && isUuid(search.import) ? { import: search.import } : {},
  component: Page,
})

function Page() {
  const { import: importId = null } = useAddress(Route)
  return <OwnPricesImportPage importId={importId} />
}

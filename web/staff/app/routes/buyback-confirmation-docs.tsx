import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { parseBuybackIds } from '../../features/buyback/end/buyback-ids.ts'
import { ConfirmationDocumentsPage } from '../../features/buyback/end/buyback-confirmation-page.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/buyback-confirmation-docs')({
  staticData: { permission: 'buyback.documents' },
  validateSearch: (search: { readonly ids?: unknown } & SearchSchemaInput) => parseBuybackIds(search),
  component: Page,
})

function Page() {
  return <ConfirmationDocumentsPage ids={useAddress(Route).ids ?? []} />
}

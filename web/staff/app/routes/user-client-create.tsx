import { createFileRoute } from '@tanstack/react-router'
import { ClientUserFormPage } from '../../features/organization/user/client-user-form-page.tsx'
import { clientOfSearch } from '../../features/organization/user/user-place.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/userClient/create')({
  staticData: { permission: 'client.update' },
  validateSearch: clientOfSearch,
  component: Page,
})

function Page() {
  return <ClientUserFormPage accountId={useAddress(Route).accountId ?? null} id={null} />
}

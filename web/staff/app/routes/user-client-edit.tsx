import { createFileRoute } from '@tanstack/react-router'
import { ClientUserFormPage } from '../../features/organization/user/client-user-form-page.tsx'
import { clientOfSearch } from '../../features/organization/user/user-place.ts'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_office/userClient/$id/edit')({
  staticData: { permission: 'client.update' },
  validateSearch: clientOfSearch,
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ClientUserFormPage key={id} accountId={useAddress(Route).accountId ?? null} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ClientUsersPage } from '../../features/organization/user/client-users-page.tsx'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/account/$accountId/users')({
  staticData: { permission: 'client.list' },
  validateSearch: parseListSearch,
  component: Page,
})

function Page() {
  const { accountId } = Route.useParams()
  return <ClientUsersPage key={accountId} accountId={accountId} />
}

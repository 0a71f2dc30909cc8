import { createFileRoute } from '@tanstack/react-router'
import { LinkedBuyersPage } from '../../features/client/linked-buyers-page.tsx'

export const Route = createFileRoute('/_office/account/$accountId/linked-buyers')({
  staticData: { permission: 'client.list' },
  component: Page,
})

function Page() {
  const { accountId } = Route.useParams()
  return <LinkedBuyersPage key={accountId} accountId={accountId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ClientHome } from '../../features/design/home/home-editor-page.tsx'
import { ClientPagesPage } from '../../features/settings/client-pages-page.tsx'

export const Route = createFileRoute('/_office/client/$id/editPages')({
  staticData: { permission: 'client.update' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ClientPagesPage key={id} accountId={id} home={<ClientHome accountId={id} />} />
}

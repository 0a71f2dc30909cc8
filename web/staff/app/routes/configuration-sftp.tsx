import { createFileRoute } from '@tanstack/react-router'
import { SftpPage } from '../../features/sftp/sftp-page.tsx'

// Open to every signed-in user (CONN-04): what the page shows, its call permits.
export const Route = createFileRoute('/_office/configuration/$organizationId/sftp')({
  staticData: { permission: 'session' },
  component: Page,
})

function Page() {
  const { organizationId } = Route.useParams()
  return <SftpPage key={organizationId} organizationId={organizationId} />
}

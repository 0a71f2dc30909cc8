import { createFileRoute } from '@tanstack/react-router'
import { AdminUserFormPage } from '../../features/organization/user/admin-user-form-page.tsx'

export const Route = createFileRoute('/_office/userAdmin/$id/edit')({
  staticData: { permission: 'user.assign_admin' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <AdminUserFormPage key={id} id={id} />
}

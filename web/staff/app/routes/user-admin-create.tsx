import { createFileRoute } from '@tanstack/react-router'
import { AdminUserFormPage } from '../../features/organization/user/admin-user-form-page.tsx'

export const Route = createFileRoute('/_office/userAdmin/create')({
  staticData: { permission: 'user.create_admin' },
  component: () => <AdminUserFormPage id={null} />,
})

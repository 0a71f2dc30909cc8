import { createFileRoute } from '@tanstack/react-router'
import { UserFormPage } from '../../features/organization/user/user-form-page.tsx'

const admin = { kind: 'admin' } as const

export const Route = createFileRoute('/_office/userAdmin/create')({
  staticData: { permission: 'user.create_admin' },
  component: () => <UserFormPage place={admin} id={null} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { UserFormPage } from '../../features/organization/user/user-form-page.tsx'

const own = { kind: 'own' } as const

export const Route = createFileRoute('/_office/user/create')({
  staticData: { permission: 'user.write' },
  component: () => <UserFormPage place={own} id={null} />,
})

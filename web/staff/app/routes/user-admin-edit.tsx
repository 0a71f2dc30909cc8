import { createFileRoute } from '@tanstack/react-router'
import { UserFormPage } from '../../features/organization/user/user-form-page.tsx'

const admin = { kind: 'admin' } as const

export const Route = createFileRoute('/_office/userAdmin/$id/edit')({
  staticData: { permission: 'user.assign_admin' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <UserFormPage key={id} place={admin} id={id} />
}

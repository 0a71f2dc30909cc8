import { createFileRoute } from '@tanstack/react-router'
import { UserFormPage } from '../../features/organization/user/user-form-page.tsx'

const own = { kind: 'own' } as const

export const Route = createFileRoute('/_office/user/$id/edit')({
  staticData: { permission: 'user.list' },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <UserFormPage key={id} place={own} id={id} />
}

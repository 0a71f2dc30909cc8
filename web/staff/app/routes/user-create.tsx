import { createFileRoute, useSearch } from '@tanstack/react-router'
import { newUserTypeOf } from '../../features/organization/user/new-user-type.ts'
import { UserFormPage } from '../../features/organization/user/user-form-page.tsx'

const own = { kind: 'own' } as const

export const Route = createFileRoute('/_office/user/create')({
  staticData: { permission: 'user.write' },
  validateSearch: newUserTypeOf,
  component: Page,
})

function Page() {
  const { type } = newUserTypeOf(useSearch({ strict: false }))
  return <UserFormPage key={type} place={own} id={null} newType={type ?? null} />
}

import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { NewPasswordScreen } from '#web/staff/features/access/new-password-screen.tsx'
import { useAddress } from '../address.ts'

export const Route = createFileRoute('/_door/new/password')({
  staticData: { permission: 'none' },
  validateSearch: (search: { token?: string } & SearchSchemaInput): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  component: NewPassword,
})

function NewPassword() {
  const { token } = useAddress(Route)
  return <NewPasswordScreen token={token ?? null} />
}

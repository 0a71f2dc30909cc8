import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { LoginScreen } from '#web/staff/features/access/login-screen.tsx'
import { signInNeededAtom } from '#web/lib/error-state.ts'
import { useAddress } from '../address.ts'
import { safeReturn } from '../guard.ts'

interface LoginSearch {
  readonly from?: string
  /** A user whose session has ended signs in here for the tab that said so. */
  readonly again?: boolean
}

export const Route = createFileRoute('/_door/login')({
  staticData: { permission: 'none' },
  validateSearch: (search: LoginSearch & SearchSchemaInput): LoginSearch => ({
    ...(typeof search.from === 'string' && { from: search.from }),
    ...(search.again !== undefined && { again: true }),
  }),
  beforeLoad: ({ context, search }) => {
    const { session } = context.platform
    if (session.user() !== null && search.again !== true && !session.store.get(signInNeededAtom)) {
      throw redirect({ href: safeReturn(search.from), replace: true })
    }
  },
  component: Login,
})

function Login() {
  const { from } = useAddress(Route)
  const navigate = Route.useNavigate()
  return (
    <LoginScreen
      {...(from === undefined ? {} : { from })}
      onSignedIn={() => navigate({ href: safeReturn(from), replace: true })}
    />
  )
}

import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { SecondFactorScreen } from '#web/staff/features/access/second-factor-screen.tsx'
import { useAddress } from '../address.ts'
import { safeReturn } from '../guard.ts'
import { SignedIn } from '../signed-in.tsx'

interface SecondFactorSearch {
  readonly from?: string
}

export const Route = createFileRoute('/_door/second-factor')({
  staticData: { permission: 'session' },
  validateSearch: (search: SecondFactorSearch & SearchSchemaInput): SecondFactorSearch =>
    typeof search.from === 'string' ? { from: search.from } : {},
  beforeLoad: ({ context, search }) => {
    if (context.platform.session.user()?.owesSecondFactor === true) return
    throw redirect({ href: safeReturn(search.from), replace: true })
  },
  component: SecondFactor,
})

function SecondFactor() {
  const { from } = useAddress(Route)
  const navigate = Route.useNavigate()
  return (
    <SignedIn>
      <SecondFactorScreen onDone={() => navigate({ href: safeReturn(from), replace: true })} />
    </SignedIn>
  )
}

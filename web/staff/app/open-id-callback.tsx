import { useNavigate } from '@tanstack/react-router'
import { SsoCallbackScreen } from '#web/staff/features/access/sso-callback-screen.tsx'
import { safeReturn } from './guard.ts'

/** The page, which goes on to where the way led. */
export function OpenIdCallback({ organizationId }: { readonly organizationId: string }) {
  const navigate = useNavigate()
  return (
    <SsoCallbackScreen
      organizationId={organizationId}
      onSignedIn={(from) => navigate({ href: safeReturn(from), replace: true })}
    />
  )
}

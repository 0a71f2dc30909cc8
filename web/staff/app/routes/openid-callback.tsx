import { createFileRoute } from '@tanstack/react-router'
import { OpenIdCallback } from '../open-id-callback.tsx'

// The same page under its other name (AUTH-05).
export const Route = createFileRoute('/_door/openid/$organizationId/callback')({
  staticData: { permission: 'none' },
  component: Callback,
})

function Callback() {
  return <OpenIdCallback organizationId={Route.useParams().organizationId} />
}

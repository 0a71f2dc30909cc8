import { createFileRoute } from '@tanstack/react-router'
import { OpenIdCallback } from '../open-id-callback.tsx'

export const Route = createFileRoute('/_door/open-id/$organizationId/callback')({
  staticData: { permission: 'none' },
  component: Callback,
})

function Callback() {
  return <OpenIdCallback organizationId={Route.useParams().organizationId} />
}

import { createFileRoute } from '@tanstack/react-router'
import { RenewScreen } from '#web/staff/features/access/renew-screen.tsx'

export const Route = createFileRoute('/_door/renew/$token')({
  staticData: { permission: 'none' },
  component: Renew,
})

function Renew() {
  const { token } = Route.useParams()
  return <RenewScreen token={token} />
}

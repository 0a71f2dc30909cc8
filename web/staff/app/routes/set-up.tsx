import { createFileRoute } from '@tanstack/react-router'
import { SetUpScreen } from '#web/staff/features/access/set-up-screen.tsx'

export const Route = createFileRoute('/_door/set-up/$token')({
  staticData: { permission: 'none' },
  component: SetUp,
})

function SetUp() {
  const { token } = Route.useParams()
  const navigate = Route.useNavigate()
  return <SetUpScreen key={token} token={token} onMade={() => navigate({ to: '/clients', replace: true })} />
}

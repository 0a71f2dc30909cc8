import { createFileRoute } from '@tanstack/react-router'
import { SsoLogoutScreen } from '#web/staff/features/access/sso-logout-screen.tsx'

export const Route = createFileRoute('/_door/open-id/logout')({
  staticData: { permission: 'none' },
  component: SsoLogoutScreen,
})

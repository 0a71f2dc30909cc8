import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from '#web/staff/features/access/change-password-screen.tsx'

export const Route = createFileRoute('/_office/account/password')({
  staticData: { permission: 'session' },
  component: ChangePasswordScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { PasswordConfirmationScreen } from '#web/staff/features/access/password-confirmation-screen.tsx'

export const Route = createFileRoute('/_door/password/confirmation')({
  staticData: { permission: 'none' },
  component: PasswordConfirmationScreen,
})

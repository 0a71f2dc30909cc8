import { createFileRoute } from '@tanstack/react-router'
import { LostPasswordScreen } from '#web/staff/features/access/lost-password-screen.tsx'

export const Route = createFileRoute('/_door/lostPassword')({
  staticData: { permission: 'none' },
  component: LostPasswordScreen,
})

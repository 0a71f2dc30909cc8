import { createFileRoute } from '@tanstack/react-router'
import { AccessDeniedScreen } from '../status-screens.tsx'

export const Route = createFileRoute('/_office/access-denied')({
  staticData: { permission: 'session' },
  component: AccessDeniedScreen,
})

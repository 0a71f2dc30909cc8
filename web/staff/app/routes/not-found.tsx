import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../status-screens.tsx'

export const Route = createFileRoute('/_office/404')({
  staticData: { permission: 'session' },
  component: NotFoundScreen,
})

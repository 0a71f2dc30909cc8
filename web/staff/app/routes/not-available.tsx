import { createFileRoute } from '@tanstack/react-router'
import { NotAvailableScreen } from '../status-screens.tsx'

export const Route = createFileRoute('/not-available')({
  staticData: { permission: 'none' },
  component: NotAvailableScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../dashboard-page.tsx'

export const Route = createFileRoute('/_office/home')({
  staticData: { permission: 'session' },
  component: DashboardPage,
})

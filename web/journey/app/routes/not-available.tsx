import { createFileRoute } from '@tanstack/react-router'
import { NotAvailableScreen } from '../../screens/home/status-screens.tsx'

export const Route = createFileRoute('/not-available')({
  staticData: { head: ({ t }) => ({ title: t(($) => $.public.notAvailable, { ns: 'home' }) }) },
  component: NotAvailableScreen,
})

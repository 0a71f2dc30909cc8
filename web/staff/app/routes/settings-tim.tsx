import { createFileRoute } from '@tanstack/react-router'
import { TimSettingsPage } from '../../features/settings/tim-settings-page.tsx'

export const Route = createFileRoute('/_office/settings/tim/general')({
  staticData: { permission: 'settings.read' },
  component: TimSettingsPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { LcmSettingsPage } from '../../features/settings/lcm-settings-page.tsx'

export const Route = createFileRoute('/_office/settings/lcm/general')({
  staticData: { permission: 'settings.read' },
  component: LcmSettingsPage,
})

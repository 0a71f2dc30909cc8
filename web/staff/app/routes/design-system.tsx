import { createFileRoute } from '@tanstack/react-router'
import { DesignSystemScreen } from '../design-system/design-system-screen.tsx'

export const Route = createFileRoute('/_office/design-system')({
  staticData: { permission: 'session' },
  component: DesignSystemScreen,
})

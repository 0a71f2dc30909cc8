import { createFileRoute } from '@tanstack/react-router'
import { FloorSampleScreen } from '../design-system/floor-sample-screen.tsx'

export const Route = createFileRoute('/_floor/design-system/floor')({
  staticData: { permission: 'session', floor: true },
  component: FloorSampleScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { FloorFrameLayout } from '../floor-frame-layout.tsx'

export const Route = createFileRoute('/_floor')({
  staticData: { floor: true },
  component: FloorFrameLayout,
})

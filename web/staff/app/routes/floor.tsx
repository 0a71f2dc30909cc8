import { createFileRoute } from '@tanstack/react-router'
import { FloorFrameLayout } from '../floor-frame-layout.tsx'
import { SignedIn } from '../signed-in.tsx'

export const Route = createFileRoute('/_floor')({
  staticData: { floor: true },
  component: Floor,
})

function Floor() {
  return (
    <SignedIn>
      <FloorFrameLayout />
    </SignedIn>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { OfficeLayout } from '../office-layout.tsx'
import { SignedIn } from '../signed-in.tsx'

export const Route = createFileRoute('/_office')({ component: Office })

function Office() {
  return (
    <SignedIn>
      <OfficeLayout />
    </SignedIn>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { JourneyLayout } from '../journey-layout.tsx'
import { LoadFailed } from '../load-failed.tsx'

export const Route = createFileRoute('/_site')({
  component: JourneyLayout,
  errorComponent: LoadFailed,
  // In the browser the face of errors comes as a file of its own, and the server has to leave it the same place.
  wrapInSuspense: true,
})

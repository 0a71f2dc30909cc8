import { createRootRouteWithContext } from '@tanstack/react-router'
import { SiteRoot } from '../site-root.tsx'
import { loadTexts } from '../loading.ts'
import type { JourneyContext } from '../router.ts'
import { LoadFailed } from '../load-failed.tsx'

export const Route = createRootRouteWithContext<JourneyContext>()({
  beforeLoad: (facts) => loadTexts(facts),
  component: SiteRoot,
  errorComponent: LoadFailed,
})

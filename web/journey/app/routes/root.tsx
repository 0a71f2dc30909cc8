import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { SiteRoot } from '../site-root.tsx'
import { loadTexts } from '../loading.ts'
import type { JourneyContext } from '../router.ts'

export const Route = createRootRouteWithContext<JourneyContext>()({
  beforeLoad: (facts) => loadTexts(facts),
  component: SiteRoot,
  // No part of a root route is split off by itself, and the first page needs no face of errors.
  errorComponent: lazyRouteComponent(() => import('../load-failed.tsx'), 'LoadFailed'),
})

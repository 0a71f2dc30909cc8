import { createRouter } from '@tanstack/react-router'
import type { Platform } from '#web/lib/platform.tsx'
import type { Permission } from '#domain/access/permission.ts'
import type { RoutePermission } from '#web/lib/permission.ts'
import { parseSearch, stringifySearch } from './address.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { BrokenScreen } from './broken-screen.tsx'
import { NotFoundScreen } from './status-screens.tsx'
import { routeTree } from './route-tree.gen.ts'

/** The router of the back office. */
export function createStaffRouter(platform: Platform) {
  return createRouter({
    routeTree,
    context: { platform },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  })
}

/** The router of the back office. */
export type StaffRouter = ReturnType<typeof createStaffRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: StaffRouter
  }
  interface StaticDataRouteOption {
    /** What the user must hold to come here; every page declares it. */
    permission?: RoutePermission
    /** What the user must hold besides. */
    alsoPermission?: Permission
    /** The page belongs to the floor: calm layout, no modal for an ended session. */
    floor?: boolean
  }
}

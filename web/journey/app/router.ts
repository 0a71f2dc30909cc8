import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from './route-tree.gen.ts'

/** The router of the public site. */
export function createJourneyRouter(history?: RouterHistory) {
  return createRouter({ routeTree, scrollRestoration: history === undefined, ...(history ? { history } : {}) })
}

/** The router of the public site. */
export type JourneyRouter = ReturnType<typeof createJourneyRouter>

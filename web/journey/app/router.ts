import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import type { JourneySite } from '#sync/calls/journey.ts'
import type { PublicApi } from '../kit/public-api.ts'
import type { HeadFacts, PageHead } from './page-head.ts'
import { parseSearch, stringifySearch } from './address-query.ts'
import { routeTree } from './route-tree.gen.ts'

/** What routes load with. */
export interface JourneyContext {
  readonly api: PublicApi
  readonly site: JourneySite
  readonly texts: i18n
}

/** How long what a page has read is taken again when the visitor comes back to it. */
const freshMs = 60_000

/** The router of the public site. */
export function createJourneyRouter(context: JourneyContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    scrollRestoration: history === undefined,
    defaultStaleTime: freshMs,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    ...(history ? { history } : {}),
  })
}

/** The router of the public site. */
export type JourneyRouter = ReturnType<typeof createJourneyRouter>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether opening the page is not counted (PUB-28). */
    isUntracked?: boolean
    /** Contexts of texts that the page needs beside those of every public page. */
    texts?: readonly string[]
    /** Whether the address is secret: the page is told to no search engine, no cache and no third party. */
    isPrivate?: boolean
    /** What the page is called, and what else its head says; the site's own words where nothing is said. */
    head?: (facts: HeadFacts) => PageHead
  }
}

import { redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { JourneySite } from '#sync/calls/journey.ts'
import type { PublicApi } from '../kit/public-api.ts'
import type { JourneyContext } from './router.ts'

// One program holds the routes of both entries, and types the context of a path that both have by the back office's.
const ofJourney = (context: object): JourneyContext => context as JourneyContext

/** The API that a loader reads from. */
export function apiOf(context: object): PublicApi {
  return ofJourney(context).api
}

/** The public site that a loader works for. */
export function siteOf(context: object): JourneySite {
  return ofJourney(context).site
}

/** What the loader of a route has read. */
export function useLoaded<Load extends (...facts: never[]) => unknown>(route: object): Awaited<ReturnType<Load>> {
  return (route as { useLoaderData: () => unknown }).useLoaderData() as Awaited<ReturnType<Load>>
}

/** What the address of a route says, as its reader has it, and nothing else. */
export function useAddress<Read extends (...facts: never[]) => unknown>(route: object): ReturnType<Read> {
  const search = (route as { useSearch: () => object }).useSearch()
  return useMemo(() => readAddress(route, search) as ReturnType<Read>, [route, search])
}

/** Reads an address once more: beside what the reader took, the router leaves everything that it has left out. */
export function readAddress(route: object, search: object): unknown {
  return (route as { options: { validateSearch: (search: object) => unknown } }).options.validateSearch(search)
}

/** Loads the contexts of texts that a page's routes name; those that are there cost no time. */
export async function loadTexts(facts: object): Promise<void> {
  const { context, matches } = facts as {
    readonly context: JourneyContext
    readonly matches: readonly { readonly staticData: { readonly texts?: readonly string[] } }[]
  }
  const { texts } = context
  const named = matches.flatMap(({ staticData }) => staticData.texts ?? [])
  const missing = named.filter((one) => !texts.hasLoadedNamespace(one))
  if (missing.length > 0) await texts.loadNamespaces(missing)
}

/** Stands behind the # of an address to which a page that is not counted has redirected (PUB-28). */
export const uncountedMark = 'uncounted'

/** What is known of the route that redirects. */
export interface LeftRoute {
  readonly options: { readonly staticData?: { readonly isUntracked?: boolean } }
}

/**
 * Sends the visitor on to another path of this site. Where the route that redirects is not counted, the address says
 * so: a redirect of the server leaves the browser nothing else to know it by.
 */
export function sendTo(path: string, from?: LeftRoute): never {
  const isUntracked = from?.options.staticData?.isUntracked === true
  throw redirect({ to: path as '/', replace: true, ...(isUntracked ? { hash: uncountedMark } : {}) })
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JourneyPage, JourneyRequest } from '#sync/calls/journey.ts'

/** Renders a public page on the server. */
export type RenderJourney = (request: JourneyRequest) => Promise<JourneyPage> | JourneyPage

/** What the server takes from the built web app. */
export interface BuiltSite {
  /** Null where that build renders nothing, and pages then come as they lie there. */
  readonly renderJourney: RenderJourney | null
  /** Paths of the back office, as its router names them; every path where the build does not tell. */
  readonly staffPaths: readonly string[]
}

const candidates = ['server.js', 'server.mjs']

/** Loads the built web app's part for the server. */
export async function loadBuiltSite(webDist: string): Promise<BuiltSite> {
  for (const name of candidates) {
    const file = path.resolve(webDist, 'server', name)
    if ((await stat(file).catch(() => null)) === null) continue
    const loaded: unknown = await import(pathToFileURL(file).href)
    if (typeof loaded === 'object' && loaded !== null && 'renderJourney' in loaded && 'staffPaths' in loaded) {
      return loaded as BuiltSite
    }
  }
  return { renderJourney: null, staffPaths: ['/$'] }
}

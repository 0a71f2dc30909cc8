import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JourneyPage, JourneyRequest } from '#sync/calls/journey.ts'

/** Renders a public page on the server. */
export type RenderJourney = (request: JourneyRequest) => Promise<JourneyPage> | JourneyPage

const candidates = ['server.js', 'server.mjs']

/** Loads the renderer from the built web app; null where that build has none, and pages then come as they lie there. */
export async function loadJourneyRenderer(webDist: string): Promise<RenderJourney | null> {
  for (const name of candidates) {
    const file = path.resolve(webDist, 'server', name)
    if ((await stat(file).catch(() => null)) === null) continue
    const loaded: unknown = await import(pathToFileURL(file).href)
    if (typeof loaded === 'object' && loaded !== null && 'renderJourney' in loaded) {
      return loaded.renderJourney as RenderJourney
    }
  }
  return null
}

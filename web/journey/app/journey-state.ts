import type { ResourceKey } from 'i18next'
import type { Language } from '#domain/kernel/languages.ts'
import type { JourneySite } from '#sync/calls/journey.ts'
import type { PageData } from '../kit/public-api.ts'

/** What the server hands the browser, so that the page need not ask again. */
export interface JourneyState {
  readonly site: JourneySite
  readonly language: Language
  readonly texts: Readonly<Record<string, Readonly<Record<string, ResourceKey>>>>
  readonly data: PageData
}

/** Id of the element that holds the state. */
export const stateElementId = 'journey-state'

/** Contexts of texts that every public page needs. */
export const journeyContexts = ['home', 'journey'] as const

/** Writes the state for an HTML element: no text of it can end the element. */
export function writeState(state: JourneyState): string {
  return JSON.stringify(state)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

/** Reads the state of the page; null on a page that no server has rendered. */
export function readState(page: Document): JourneyState | null {
  const text = page.querySelector(`#${stateElementId}`)?.textContent
  // Written by this origin's own server in the same answer, so it is trusted.
  return text ? (JSON.parse(text) as JourneyState) : null
}

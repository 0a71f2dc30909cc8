import { defaultLanguage, languages } from '#domain/kernel/languages.ts'
import type { Branding } from '#sync/calls/configuration.ts'
import type { JourneyState } from './journey-state.ts'

const plain: Branding = {
  accountId: null,
  name: 'Reprise',
  mainColor: null,
  logo: null,
  favicon: null,
  language: defaultLanguage,
  currency: 'EUR',
  externalWebsiteLink: null,
}

/** The state of a page that came without one, as in development: asked for, or the product's own face. */
export async function fetchState(): Promise<JourneyState> {
  const branding = await fetchBranding().catch(() => plain)
  const wished = navigator.languages.find((language) => (languages as readonly string[]).includes(language))
  return { branding, language: languages.find((language) => language === wished) ?? branding.language, texts: {} }
}

async function fetchBranding(): Promise<Branding> {
  const answer = await fetch('/api/branding', { headers: { accept: 'application/json' } })
  if (!answer.ok || !/json/.test(answer.headers.get('content-type') ?? '')) return plain
  return { ...plain, ...((await answer.json()) as Partial<Branding>) }
}

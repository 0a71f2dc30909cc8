import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import {
  languageCookie,
  plainPlace,
  type JourneySite,
  type SiteSettings,
  type WhiteLabel,
} from '#sync/calls/journey.ts'
import type { AccountAnswer, Branding } from '#sync/calls/session-answers.ts'
import { brandOf, brandVariables } from '#web/lib/brand.ts'
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

/** The state of a page that came without one, as in development: configuration first (PUB-38), then the settings. */
export async function fetchState(): Promise<JourneyState> {
  const whiteLabel = await ask<WhiteLabel>('/api/white-label/config')
  const [branding, settings] = await Promise.all([
    ask<Branding>('/api/branding'),
    // Without a configuration the page is not available: nobody is made known to the server for it.
    whiteLabel === null
      ? null
      : ask<{ readonly ord: SiteSettings; readonly account: AccountAnswer }>('/api/webtoken-with-account-and-ord', {
          method: 'POST',
          body: new URLSearchParams({ url: location.origin }),
        }),
  ])
  const site: JourneySite = {
    branding: branding ?? plain,
    whiteLabel,
    settings: settings?.ord ?? null,
    place: {
      country: settings?.account.companyCountry ?? plainPlace.country,
      timeZone: settings?.account.timeZone ?? plainPlace.timeZone,
    },
    mapTiles: null,
    isOpen: true,
  }
  return { site, language: wishedLanguage() ?? site.branding.language, texts: {}, data: {} }
}

function wishedLanguage(): Language | undefined {
  const name = languageCookie(location.protocol === 'https:')
  const chosen = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(document.cookie)?.[1]
  const wished = [chosen, ...navigator.languages]
  return wished.flatMap((wish) => languages.filter((language) => language === wish))[0]
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T | null> {
  try {
    const answer = await fetch(path, { ...init, headers: { accept: 'application/json' } })
    if (!answer.ok || !/json/.test(answer.headers.get('content-type') ?? '')) return null
    return (await answer.json()) as T
  } catch {
    return null
  }
}

/** What the server writes into a page that it renders: language and colours. */
export function paint({ site: { branding }, language }: JourneyState): void {
  document.documentElement.lang = language
  document.title = branding.name || document.title
  for (const [name, value] of Object.entries(brandVariables(brandOf(branding.mainColor), 'light'))) {
    document.documentElement.style.setProperty(name, value)
  }
}

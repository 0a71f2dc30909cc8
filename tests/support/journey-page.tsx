import { createMemoryHistory } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import type { Language } from '#domain/kernel/languages.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { CallError } from '#web/lib/http.ts'
import { JourneyApp } from '#web/journey/app/journey-app.tsx'
import { createJourneyRouter } from '#web/journey/app/router.ts'
import type { PublicApi } from '#web/journey/kit/public-api.ts'
import { startTexts } from '#web/journey/kit/site-texts.ts'

/** What a call of the public API is asked with. */
interface Asked {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}
/**
 * Answers by path: a value, or what makes one of what is asked. What is left out is not answered while the page is there:
 * it fails with the page, as calls of a page that is left do.
 */
export type Answers = Readonly<Record<string, unknown>>

interface PageParts {
  readonly answers?: Answers
  /** What its account has beside a plain one's. */
  readonly site?: { readonly [Part in keyof JourneySite]?: unknown }
  readonly language?: Language
}

const drawn = new Set<Root>()
let leaving = Promise.withResolvers<never>()
leaving.promise.catch(() => undefined)

/** Takes every page away, with what its browser has kept. */
export function clearPages(): void {
  for (const root of drawn) root.unmount()
  drawn.clear()
  // A call without an answer would keep what it holds, such as the lock of the checkout, from the next test's page.
  leaving.reject(unreached())
  leaving = Promise.withResolvers<never>()
  leaving.promise.catch(() => undefined)
  document.body.innerHTML = ''
  localStorage.clear()
}

/** A refusal of the public API. */
export const refusal = (code: string, status: number) => new CallError('refused', { code, status })

/** An API that no network reaches. */
export const unreached = () => new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

/** Draws the public site at an address, over an API of the test's own. */
export async function drawPage(path: string, { answers = {}, site = {}, language = 'en-GB' }: PageParts = {}) {
  const texts = await startTexts(language, ['checkout', 'customer', 'tracking', 'home', 'journey'])
  const asked: string[] = []
  const gone = leaving.promise
  const call = async (address: string, input: Asked = {}): Promise<unknown> => {
    asked.push(address)
    const answer = answers[address]
    if (answer === undefined) return gone
    return typeof answer === 'function' ? (answer as (input: Asked) => unknown)(input) : answer
  }
  const whole = {
    branding: {
      name: 'Maison Rivoli',
      currency: 'EUR',
      logo: null,
      externalWebsiteLink: null,
      ...(site.branding as object),
    },
    whiteLabel: { axeptioId: null, tagManagerId: null, dropOffLocationsMapEnabled: false },
    settings: { enabledPremiumFeatures: ['multi_product_cart'], categoryNavigationEnabled: true, cartMinValue: 0 },
    place: plainPlace,
    isOpen: true,
    mapTiles: null,
    ...site,
  } as unknown as JourneySite
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createJourneyRouter(
    { api: { get: call, post: call } as unknown as PublicApi, site: whole, texts },
    history,
  )
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  drawn.add(root)
  root.render(<JourneyApp router={router} texts={texts} site={whole} />)
  const named = (name: string) =>
    [...place.querySelectorAll<HTMLElement>('button, a')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )
  return {
    place,
    router,
    asked,
    address: () => history.location.href,
    /** The button or link of a name. */
    named,
    go: (to: string) => history.push(to),
  }
}

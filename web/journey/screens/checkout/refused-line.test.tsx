import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import type { CreationCode } from '#web/buyback/creation-refusal.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { CartProvider } from '../../kit/cart.tsx'
import { SiteContext } from '../../kit/site.ts'
import { RefusedLine } from './refused-line.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
  localStorage.clear()
})

const nowhere = { readSlots: () => Promise.resolve([]), readRelayPoints: () => Promise.resolve([]) }

/** A product that was refused, and the press on the button that declares it again. */
async function declareAgain(code: CreationCode, quoteToken?: string) {
  const line = cartLine(quoteToken === undefined ? {} : { quoteToken })
  const refusal = { code, cure: 'declareAgain', current: null } as const
  const component = () => <RefusedLine line={line} refusal={refusal} reads={nowhere} onSettled={() => undefined} />
  const history = createMemoryHistory({ initialEntries: ['/cart/c/checkout'] })
  const router = createRouter({ routeTree: createRootRoute({ component, notFoundComponent: component }), history })
  const texts = await startTexts('en-GB', ['checkout', 'journey'])
  const place = document.body.appendChild(document.createElement('ul'))
  root = createRoot(place)
  root.render(
    <SiteContext value={{ branding: { currency: 'EUR' }, place: plainPlace, settings: null } as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <CartProvider>
          <RouterProvider router={router as never} />
        </CartProvider>
      </I18nextProvider>
    </SiteContext>,
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const again = await vi.waitUntil(() => button('Go over the answers'))
  again.click()
  return {
    button,
    path: () => history.location.pathname,
    asked: () => place.querySelector('dialog[open] h2')?.textContent,
  }
}

it.each(['BUYBACK_STORE_UNKNOWN', 'BUYBACK_OPTION_NOT_AVAILABLE'] as const)(
  'asks before a kept price is lost to declaring again after %s',
  async (code) => {
    const { button, path, asked } = await declareAgain(code, 'token')
    await vi.waitFor(() => expect(asked()).toBe('Give up the kept price?'))
    expect(path()).toBe('/cart/c/checkout')
    button('Change at today’s price')?.click()
    await vi.waitFor(() => expect(path()).toBe('/buyback/create/x/iphone-13'))
  },
)

it.each([
  ['BUYBACK_STORE_UNKNOWN', undefined],
  ['QUOTE_EXPIRED', 'token'],
  ['QUOTE_SOLD', 'token'],
  ['QUOTE_DIFFERS', 'token'],
] as const)('asks nothing after %s where the price is that of the day or lost already', async (code, quoteToken) => {
  const { path, asked } = await declareAgain(code, quoteToken)
  await vi.waitFor(() => expect(path()).toBe('/buyback/create/x/iphone-13'))
  expect(asked()).toBeUndefined()
})

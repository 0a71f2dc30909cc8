import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { cents } from '#domain/kernel/money.ts'
import { startProgress, type Offer, type WizardFacts } from '#web/buyback/wizard.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { KeepPrice } from './keep-price.tsx'

const facts = {
  product: { id: 'x', simple: true, terms: { questionnaire: { id: '', questions: [] } } },
  circuits: [],
  asksStore: true,
} as unknown as WizardFacts
const offer: Offer = {
  estimate: { grade: 'grade_a', gradePriceCents: cents(10_000), priceCents: cents(10_000), lines: [] },
  lines: [],
  totalCents: cents(10_000),
}

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

/** Asks to keep the price on the page of an offer, which the server refuses; answers what the visitor reads. */
async function wordsAfter(failure: unknown): Promise<string> {
  const texts = await startTexts('en-GB', ['journey'])
  const lockPrice = () => Promise.reject(failure)
  const component = () => <KeepPrice facts={facts} progress={startProgress('x')} offer={offer} lockPrice={lockPrice} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <RouterProvider router={router as never} />
    </I18nextProvider>,
  )
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull())
  place.querySelector('button')!.click()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).not.toBeNull())
  expect(place.querySelector('button')!.disabled).toBe(false)
  return place.querySelector('[role=alert]')!.textContent
}

const refusal = (code: string) => new CallError('refused', { code, status: 422 })

it.each([
  ['PRODUCT_NOT_PUBLISHED', 'This product was removed from the catalogue or is no longer published.'],
  ['PRODUCT_NO_LONGER_EXISTS', 'This product no longer exists.'],
  ['BUYBACK_BUYER_UNREACHABLE', 'The buyer of this product cannot be reached: the transfer order cannot be drawn up.'],
  ['BUYBACK_OPTION_NOT_AVAILABLE', 'The option you chose is no longer offered for this product.'],
  ['BUYBACK_CIRCUIT_NOT_AVAILABLE', 'This shipping method is not offered for this product in your country.'],
  ['CIRCUIT_NO_PAYMENT_MODE', 'No payment mode is available for this shipping method.'],
  ['CIRCUIT_NO_TRANSPORT_MODE', 'No shipping method is available in your country for this product.'],
  ['BUYBACK_IMEI_REQUIRED', 'The IMEI of this product is required.'],
  ['IMEI_MALFORMED', 'An IMEI has 15 to 17 digits, without slash or dash.'],
  ['BUYBACK_PRICE_CHANGED', 'The price has just changed. Reload the page to see today’s price.'],
  ['ACCESS_THROTTLED', 'Too many requests in a short time. Wait a minute, then try again.'],
])('a price that is not kept for %s says so', async (code, words) => {
  expect(await wordsAfter(refusal(code))).toBe(words)
})

it('a price that could not be kept for now is worth another try', async () => {
  const words = 'The price could not be kept. Try again in a moment.'
  expect(await wordsAfter(refusal('SERVER_ERROR'))).toBe(words)
  root?.unmount()
  document.body.innerHTML = ''
  expect(await wordsAfter(new TypeError('Failed to fetch'))).toBe(words)
})

import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { buybackDocumentKinds, type BuybackDocumentKind } from '#domain/document/buyback-document.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { startTexts } from '../../kit/site-texts.ts'
import { SiteContext } from '../../kit/site.ts'
import { SoldBuyback } from './sold-buyback.tsx'
import type { Sold } from './use-sold.ts'

type State = Sold['documents'][number]['state']

let root: Root | undefined
/** How often the papers were looked for. */
let reads = 0
afterEach(() => {
  root?.unmount()
  vi.useRealTimers()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

const buyback = {
  id: 'b1',
  identificationNumber: '2000000000015',
  product: { label: 'iPhone 13', brand: 'Apple', image: null },
  category: { id: 'c1', name: 'Smartphones' },
  circuit: { id: 'k1', name: 'Poste', type: 'web_post' },
  trackingToken: 'secret',
  declaredPriceCents: 20_000,
  impactPriceEntries: [],
  totalPriceCents: 20_000,
}
const next = { description: null, highlightedInstruction: null, instructions: [] }

async function show(stateOf: (kind: BuybackDocumentKind) => State, late: readonly BuybackDocumentKind[] = []) {
  const documents = buybackDocumentKinds.map((kind) => ({
    kind,
    state: stateOf(kind),
    isDue: !late.includes(kind),
    readyAt: null,
    unknownVariables: [],
  }))
  reads = 0
  const readDocuments = () => {
    reads += 1
    return Promise.resolve({ documents })
  }
  const sold = { buyback, next, documents, isOnly: true, readDocuments }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 425 })))
  const texts = await startTexts('en-GB', ['checkout', 'journey'])
  const component = () => <SoldBuyback {...(sold as unknown as Parameters<typeof SoldBuyback>[0])} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('ul'))
  root = createRoot(place)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  root.render(
    <SiteContext value={{ branding: { currency: 'EUR' }, place: plainPlace } as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <RouterProvider router={router as never} />
      </I18nextProvider>
    </SiteContext>,
  )
  await vi.waitFor(() => expect(place.querySelector('h2')?.textContent).toBe('Apple iPhone 13'))
  return place
}

it('says of each paper that could not be made, in its own words, that it is not available, of the label after its last look (BB-42, BB-43)', async () => {
  const place = await show(() => 'failed')
  expect(papersIn(place)).toContain('Shipping label being prepared')
  expect(place.querySelector('[role="status"]')?.textContent).toBe('Your shipping label will be here in a moment.')
  await vi.advanceTimersByTimeAsync(60_000)
  await drawn()
  expect(place.querySelector('[role="status"]')?.textContent).toMatch(/^Your shipping label is not ready yet/)
  expect([...place.querySelectorAll('section ul li')].map(({ textContent }) => textContent).toSorted()).toEqual([
    'The gift card is not available yet: you will find it on the tracking page.',
    'The receipt is not available yet: you will find it on the tracking page.',
    'The shipping label is not available.',
    'The tracking sheet is not available yet: you will find it on the tracking page.',
    'The transfer order is not available yet: you will find it on the tracking page.',
    'The voucher is not available yet: you will find it on the tracking page.',
  ])
})

it('says where no shipping label is expected, and lists no paper that is not due (BB-42)', async () => {
  const place = await show((kind) => (kind === 'transfer_order' ? 'ready' : 'none'))
  expect([...place.querySelectorAll('section ul li')].map(({ textContent }) => textContent)).toEqual(['Transfer order'])
  expect(place.querySelector('[role="status"]')?.textContent).toBe('No shipping label is expected for this trade-in.')
})

const papersIn = (place: Element) => [...place.querySelectorAll('section ul li')].map(({ textContent }) => textContent)

it('says of a paper that is due later that it comes later, and does not look for it', async () => {
  const stateOf = (kind: BuybackDocumentKind): State =>
    kind === 'tracking_sheet' ? 'ready' : kind === 'voucher' || kind === 'transfer_order' ? 'awaiting' : 'none'
  const place = await show(stateOf, ['voucher', 'transfer_order'])
  const said = ['Transfer order available later', 'Tracking sheet', 'Voucher available later']
  expect(papersIn(place)).toEqual(said)
  await vi.advanceTimersByTimeAsync(60_000)
  await drawn()
  expect(papersIn(place)).toEqual(said)
  expect(reads).toBe(1)
})

it('looks for a paper that is being made, and says at last that it is not there, beside one that is due later', async () => {
  const stateOf = (kind: BuybackDocumentKind): State =>
    kind === 'transfer_order' || kind === 'voucher' ? 'awaiting' : 'none'
  const place = await show(stateOf, ['voucher'])
  expect(papersIn(place)).toEqual(['Transfer order being prepared', 'Voucher available later'])
  await vi.advanceTimersByTimeAsync(60_000)
  await drawn()
  expect(papersIn(place)).toEqual([
    'The transfer order is not available yet: you will find it on the tracking page.',
    'Voucher available later',
  ])
  expect(reads).toBe(5)
})

/** What is drawn goes by messages of the browser, which no clock holds up. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))

import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { buybackDocumentKinds, type BuybackDocumentKind } from '#domain/document/buyback-document.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { SiteContext } from '../../kit/site.ts'
import type { Sold } from './confirmation-screen.tsx'
import { SoldBuyback } from './sold-buyback.tsx'

type State = Sold['documents'][number]['state']

let root: Root | undefined
afterEach(() => {
  root?.unmount()
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

async function show(stateOf: (kind: BuybackDocumentKind) => State) {
  const documents = buybackDocumentKinds.map((kind) => ({
    kind,
    state: stateOf(kind),
    readyAt: null,
    unknownVariables: [],
  }))
  const sold = { buyback, next, documents, isOnly: true, readDocuments: () => Promise.resolve({ documents }) }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 425 })))
  const texts = await startTexts('en-GB', ['checkout', 'journey'])
  const component = () => <SoldBuyback {...(sold as unknown as Parameters<typeof SoldBuyback>[0])} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  const place = document.body.appendChild(document.createElement('ul'))
  root = createRoot(place)
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

it('says of each paper that could not be made, in its own words, that it is not available (BB-43)', async () => {
  const place = await show(() => 'failed')
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

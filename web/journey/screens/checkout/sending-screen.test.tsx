import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { newCart } from '#domain/cart/cart.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { confirmLines } from '#web/buyback/checkout-record.ts'
import { CallError } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { CartProvider, useCart } from '../../kit/cart.tsx'
import { createSellerMemory } from '../../kit/seller-memory.ts'
import { SiteContext } from '../../kit/site.ts'
import { loadSellerTools } from './seller-tools.ts'
import { SendingScreen, type SendingCalls } from './sending-screen.tsx'

const cart = {
  ...newCart('cart', new Date(), { maxNbOfItems: 200, minimumCartValue: 0 }),
  cartBuybacks: [cartLine()],
  customerInfo: {
    clientFirstname: 'Anna',
    clientLastname: 'Martin',
    clientEmail: 'anna.martin@exemple.fr',
    clientPhone: '06 12 34 56 78',
    clientStreet: '12 rue des Lilas',
    clientZipCode: '59000',
    clientCity: 'Lille',
    clientCountry: 'FR',
    termsAccepted: 'true',
  },
}
/** The form's checks are loaded once they are needed. */
const waitMs = 5000

const refusal = (code: string, status: number) => new CallError('refused', { code, status })
const lost = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

/** Ends the call that is not answered: one sends at a time, and the next test's would wait for it. */
let giveUp = (): void => undefined
const unanswered = () => new Promise<never>((_, reject) => void (giveUp = () => reject(lost)))
const calls: SendingCalls = { post: () => Promise.resolve(), validate: unanswered }

let root: Root | undefined
// The numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
beforeEach(() => {
  keepCart(localStorage, cart)
  confirmLines(localStorage, cart.cartId, ['one'])
})
afterEach(() => {
  root?.unmount()
  giveUp()
  document.body.innerHTML = ''
  localStorage.clear()
})

const site = {
  branding: { currency: 'EUR' },
  place: plainPlace,
  settings: { sellerSupportEmail: 'aide@exemple.fr', enabledPremiumFeatures: [] },
}

/** The page that sends a cart which the customer has confirmed. */
async function show(changed: Partial<SendingCalls>) {
  const texts = await startTexts('en-GB', ['checkout', 'customer', 'journey'])
  const memory = createSellerMemory()
  memory.keep(cart.cartId, { secrets: { iban: 'FR7630006000011234567890189' } })
  const component = function Page() {
    const { isRead } = useCart()
    return isRead ? <SendingScreen {...calls} {...changed} /> : null
  }
  const history = createMemoryHistory({ initialEntries: ['/cart/cart/checkout'] })
  const router = createRouter({ routeTree: createRootRoute({ component, notFoundComponent: component }), history })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <SiteContext value={site as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <CartProvider memory={memory}>
          <RouterProvider router={router as never} />
        </CartProvider>
      </I18nextProvider>
    </SiteContext>,
  )
  const alert = await vi.waitUntil(() => place.querySelector('[role=alert]'), waitMs)
  return { place, alert, mail: () => place.querySelector('a[href="mailto:aide@exemple.fr"]') }
}

it('says of a server that fails what is true, where to write to, and goes on by itself (PUB-36)', async () => {
  const post = vi
    .fn<SendingCalls['post']>()
    .mockRejectedValueOnce(refusal('INTERNAL', 500))
    .mockImplementation(unanswered)
  const { place, alert, mail } = await show({ post })
  expect(alert.textContent).not.toContain('connection')
  expect(alert.textContent).toContain('try again later or contact customer service')
  expect(mail()).not.toBeNull()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).toBeNull(), waitMs)
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2), waitMs)
})

it('says of a lost connection that it is one', async () => {
  const { alert, mail } = await show({ post: () => Promise.reject(lost) })
  expect(alert.querySelector('h2')?.textContent).toBe('The connection was lost')
  expect(mail()).toBeNull()
})

it('says that the cart was refused, where nobody foresaw why, and sends it again at the customer’s word', async () => {
  const validate = vi
    .fn<SendingCalls['validate']>()
    .mockRejectedValueOnce(refusal('SOMETHING_NEW', 422))
    .mockImplementation(unanswered)
  const { place, alert, mail } = await show({ validate })
  expect(alert.textContent).not.toContain('connection')
  expect(alert.textContent).toContain('Try again later or contact customer service')
  expect(mail()).not.toBeNull()
  alert.querySelector('button')!.click()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).toBeNull(), waitMs)
  await vi.waitFor(() => expect(validate).toHaveBeenCalledTimes(2), waitMs)
})

it('sends the cart again once the last refused product is settled, and not with each', async () => {
  keepCart(localStorage, { ...cart, cartBuybacks: [cartLine(), cartLine({ inCartId: 'two' })] })
  confirmLines(localStorage, cart.cartId, ['one', 'two'])
  const changed = new CallError('refused', {
    code: 'BUYBACK_PRICE_CHANGED',
    status: 409,
    details: { current: { estimatedPriceCents: 9_000, impactPriceEntries: [], totalPriceCents: 9_000 } },
  })
  const post = vi
    .fn<SendingCalls['post']>()
    .mockRejectedValueOnce(changed)
    .mockRejectedValueOnce(changed)
    .mockResolvedValue(undefined)
  const validate = vi.fn<SendingCalls['validate']>().mockImplementation(unanswered)
  const { place } = await show({ post, validate })
  const accept = () => [...place.querySelectorAll('button')].filter((button) => button.textContent.includes('90'))
  expect(accept()).toHaveLength(2)
  accept()[0]!.click()
  await vi.waitFor(() => expect(accept()).toHaveLength(1), waitMs)
  expect(post).toHaveBeenCalledTimes(2)
  accept()[0]!.click()
  await vi.waitFor(() => expect(validate).toHaveBeenCalledTimes(1), waitMs)
  expect(post).toHaveBeenCalledTimes(4)
})

import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { newCart } from '#domain/cart/cart.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { CartProvider, useCart } from '../../kit/cart.tsx'
import { createSellerMemory } from '../../kit/seller-memory.ts'
import { SiteContext } from '../../kit/site.ts'
import { loadSellerTools } from './seller-tools.ts'
import { SummaryScreen } from './summary-screen.tsx'

vi.mock('./seller-tools.ts', { spy: true })

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

let root: Root | undefined
// The numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
beforeEach(() => keepCart(localStorage, cart))
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
  localStorage.clear()
})

const optionsIn = () => Promise.reject(new TypeError('no network'))

function Page() {
  const { isRead } = useCart()
  return isRead ? <SummaryScreen optionsIn={optionsIn} /> : null
}

/** The summary of a customer who has filled in everything. */
async function show() {
  const texts = await startTexts('en-GB', ['checkout', 'customer', 'journey'])
  const memory = createSellerMemory()
  memory.keep(cart.cartId, { secrets: { iban: 'FR7630006000011234567890189' } })
  const history = createMemoryHistory({ initialEntries: ['/cart/order-summary'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Page, notFoundComponent: Page }), history })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <SiteContext value={{ branding: { currency: 'EUR' }, place: plainPlace, settings: null } as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <CartProvider memory={memory}>
          <RouterProvider router={router as never} />
        </CartProvider>
      </I18nextProvider>
    </SiteContext>,
  )
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(button('Confirm the trade-in')).toBeDefined(), waitMs)
  return { place, path: () => history.location.pathname, button }
}

it('says that the details could not be checked, and lets the customer try again and confirm', async () => {
  vi.mocked(loadSellerTools).mockRejectedValueOnce(new TypeError('no network'))
  const { place, path, button } = await show()
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('not be checked'), waitMs)
  expect(button('Confirm the trade-in')!.disabled).toBe(true)
  button('Try again')!.click()
  await vi.waitFor(() => expect(button('Confirm the trade-in')!.disabled).toBe(false), waitMs)
  expect(place.querySelector('[role=alert]')).toBeNull()
  button('Confirm the trade-in')!.click()
  await vi.waitFor(() => expect(path()).toBe('/cart/cart/checkout'), waitMs)
})

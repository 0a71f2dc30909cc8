import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { newCart } from '#domain/cart/cart.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { CartProvider } from '#web/journey/kit/cart.tsx'
import type { SellerMemory } from '#web/journey/kit/seller-memory.ts'
import { SiteContext } from '#web/journey/kit/site.ts'
import { loadSellerTools, SellerToolsContext } from '#web/journey/screens/checkout/seller-tools.ts'
import { cartLine } from './cart-line.ts'

/** A cart of one phone, whose customer has filled in everything that a browser keeps. */
export const filledCart = {
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
/** The account of that customer, which no browser keeps. */
export const filledIban = 'FR7630006000011234567890189'
/** How long a screen of the checkout is waited for, in milliseconds: the form's checks are loaded once they are needed. */
export const checkoutWaitMs = 5000

let root: Root | undefined

/** Loads the checks as the page does, after so many loads that failed for want of a network. */
export function failFirst(times: number): typeof loadSellerTools {
  let failed = 0
  return () => {
    if (failed === times) return loadSellerTools()
    failed += 1
    return Promise.reject(new TypeError('no network'))
  }
}

interface CheckoutPage {
  readonly memory: SellerMemory
  readonly path: string
  /** What its account has beside nothing. */
  readonly site?: object
  readonly loadTools?: typeof loadSellerTools
  readonly language?: Language
}

/** Draws a page of the checkout at its address. */
export async function drawCheckout(
  component: FunctionComponent,
  { memory, path, site = {}, loadTools = loadSellerTools, language = 'en-GB' }: CheckoutPage,
) {
  const texts = await startTexts(language, ['checkout', 'customer', 'journey'])
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: createRootRoute({ component, notFoundComponent: component }), history })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  const value = { branding: { currency: 'EUR' }, place: plainPlace, settings: null, ...site }
  root.render(
    <SiteContext value={value as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <CartProvider memory={memory}>
          <SellerToolsContext value={loadTools}>
            <RouterProvider router={router as never} />
          </SellerToolsContext>
        </CartProvider>
      </I18nextProvider>
    </SiteContext>,
  )
  return { place, path: () => history.location.pathname }
}

/** Takes the page away, with what its browser has kept. */
export async function clearCheckout(): Promise<void> {
  root?.unmount()
  document.body.innerHTML = ''
  localStorage.clear()
  await clearSales()
}

/** Forgets what the browser keeps of carts that were sent: the next test sends another one of the same id. */
async function clearSales(): Promise<void> {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'journey')) return
  const opening = indexedDB.open('journey')
  const base = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error!))
  })
  const clearing = base.transaction('sales', 'readwrite')
  clearing.objectStore('sales').clear()
  await new Promise((done) => clearing.addEventListener('complete', done))
  base.close()
}

import { MantineProvider } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Provider as AtomProvider } from 'jotai'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import { createHttp } from '#web/lib/http.ts'
import { startTexts } from '#web/lib/i18n.ts'
import { PlatformContext } from '#web/lib/platform.tsx'
import { openSession, userAtom } from '#web/lib/session.ts'
import { CartButton } from './cart-panel.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function openCart(count: number, enabledPremiumFeatures: PremiumFeature[] = ['multi_product_cart']) {
  const cartBuybacks = Array.from({ length: count }, (_, at) => ({
    inCartId: `b${at}`,
    estimatedPrice: 31_500,
    declaration: { product: { label: `iPhone ${at}` } },
  }))
  const values = new Map([['cart', JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks })]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const session = openSession(storage)
  session.store.set(userAtom, signedInUser({ module: 'root', userType: 'store_seller', enabledPremiumFeatures }))
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const texts = await startTexts('fr-FR', ['common', 'shell'])
  const top = createRootRoute({ component: CartButton })
  const paths = ['/home', '/cart/summary', '/buyback/create']
  const routes = paths.map((path) => createRoute({ path, getParentRoute: () => top }))
  const history = createMemoryHistory({ initialEntries: ['/home'] })
  const router = createRouter({ routeTree: top.addChildren(routes), history })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <PlatformContext value={{ storage, session, http, queries: new QueryClient(), texts }}>
      <AtomProvider store={session.store}>
        <I18nextProvider i18n={texts}>
          <MantineProvider>
            <RouterProvider router={router} />
          </MantineProvider>
        </I18nextProvider>
      </AtomProvider>
    </PlatformContext>,
  )
  const icon = await vi.waitFor(() => found<HTMLElement>('[aria-haspopup="dialog"]'))
  icon.click()
  const panel = await vi.waitFor(() => found<HTMLElement>('[role="dialog"]'))
  const button = (name: string) => [...panel.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(button(texts.t(($) => $.cart.close, { ns: 'shell' }))).toBeDefined())
  return {
    badge: document.body.querySelector('.mantine-Indicator-indicator')?.textContent,
    toCart: button(texts.t(($) => $.cart.goToCart, { ns: 'shell' })),
    add: button(texts.t(($) => $.cart.addItem, { ns: 'shell' })),
    path: () => history.location.pathname,
  }
}

function found<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (element === null) throw new Error(`nothing is ${selector} yet`)
  return element
}

const isClosed = () => expect(document.querySelector('[role="dialog"]')).toBeNull()

it('the panel leads to the cart, and to another product (SHELL-30, SHELL-33)', async () => {
  const cart = await openCart(2)
  expect(cart.badge).toBe('2')
  cart.toCart?.click()
  await vi.waitFor(() => expect(cart.path()).toBe('/cart/summary'))
  await vi.waitFor(isClosed)
  root?.unmount()
  document.body.innerHTML = ''
  const again = await openCart(1)
  again.add?.click()
  await vi.waitFor(() => expect(again.path()).toBe('/buyback/create'))
  await vi.waitFor(isClosed)
})

it('the panel of an empty cart leads to a product, and not to the cart', async () => {
  const cart = await openCart(0)
  expect([cart.badge, cart.toCart]).toEqual(['0', undefined])
  cart.add?.click()
  await vi.waitFor(() => expect(cart.path()).toBe('/buyback/create'))
})

it('the panel offers another product only while the count plus one is below the maximum (CART-08)', async () => {
  const isOffered = async (count: number, features?: PremiumFeature[]) => {
    const { add } = await openCart(count, features)
    root?.unmount()
    document.body.innerHTML = ''
    return add !== undefined
  }
  expect(await isOffered(1, [])).toBe(false)
  expect(await isOffered(198)).toBe(true)
  expect(await isOffered(199)).toBe(false)
})

import { expect, it, vi } from 'vitest'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { CartItems, type ShownBuyback } from './cart-items.tsx'
import { CartButton } from './cart-button.tsx'
import { signedInUser } from './signed-in-user.fixture.ts'

async function openCart(
  count: number,
  enabledPremiumFeatures: PremiumFeature[] = ['multi_product_cart'],
  preDeclaredBuybackId: string | null = null,
  at: '/home' | '/buybacks' = '/home',
) {
  const cartBuybacks = Array.from({ length: count }, (_, at) => ({
    inCartId: `b${at}`,
    estimatedPrice: 31_500,
    totalPrice: 33_000,
    impactPriceEntries: [{ label: 'Carte cadeau', value: 1500 }],
    declaration: { product: { label: `iPhone ${at}` } },
  }))
  const { screen, path } = overPages(CartButton, ['/home', '/cart/summary', '/buyback/create', '/buybacks'], at)
  const { texts, storage } = await drawScreen(screen, {
    texts: ['shell'],
    stored: { cart: JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks, preDeclaredBuybackId }) },
    user: signedInUser({ module: 'root', userType: 'store_seller', enabledPremiumFeatures }),
  })
  const icon = await vi.waitFor(() => found<HTMLElement>('[aria-haspopup="dialog"]'))
  icon.click()
  const panel = await vi.waitFor(() => found<HTMLElement>('[role="dialog"]'))
  const button = (name: string) => [...panel.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(button(texts.t(($) => $.cart.close, { ns: 'shell' }))).toBeDefined())
  return {
    badge: document.body.querySelector('.mantine-Indicator-indicator')?.textContent,
    toCart: button(texts.t(($) => $.cart.goToCart, { ns: 'shell' })),
    add: button(texts.t(($) => $.cart.addItem, { ns: 'shell' })),
    startOver: button(texts.t(($) => $.cart.startOver, { ns: 'shell' })),
    icon,
    panel,
    storage,
    path,
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
  clearScreens()
  const again = await openCart(1)
  again.add?.click()
  await vi.waitFor(() => expect(again.path()).toBe('/buyback/create'))
  await vi.waitFor(isClosed)
})

it('the panel adds up estimate and signed impacts of each product, and the cart (SHELL-32)', async () => {
  const { panel } = await openCart(2)
  const prices = [...panel.querySelectorAll('li:first-child dl > div')].map(({ textContent }) => textContent)
  expect(prices.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    'Prix estimé315,00 €',
    'Carte cadeau+15,00 €',
    'Prix du produit330,00 €',
  ])
  expect(panel.textContent.replaceAll(/\s/g, ' ')).toContain('Total du panier660,00 €')
})

it('a new cart forgets the products and the customer, after a question, and leads home', async () => {
  const { startOver, storage, path } = await openCart(2)
  storage.setItem('temporaryCustomerInfo', '{}')
  startOver?.click()
  const question = await vi.waitFor(() => {
    const last = [...document.querySelectorAll('[role="dialog"]')].at(-1)!
    expect(last.textContent).toContain('Commencer un nouveau panier')
    return last
  })
  expect(JSON.parse(storage.getItem('cart')!)).toMatchObject({ cartBuybacks: [{}, {}] })
  ;[...question.querySelectorAll('button')].find(({ textContent }) => textContent === 'Nouveau panier')?.click()
  await vi.waitFor(() => expect(JSON.parse(storage.getItem('cart')!)).toMatchObject({ cartBuybacks: [] }))
  expect(storage.getItem('temporaryCustomerInfo')).toBeNull()
  await vi.waitFor(() => expect(path()).toBe('/home'))
})

it('a product leaves the cart after a question, and with the last one the panel closes and leads home', async () => {
  const { panel, storage, path, icon } = await openCart(2, ['multi_product_cart'], null, '/buybacks')
  const remove = async (name: string) => {
    const bin = await vi.waitFor(() => found<HTMLElement>(`button[aria-label="Retirer ${name}"]`))
    bin.click()
    const confirm = await vi.waitFor(() => {
      const last = [...document.querySelectorAll('[role="dialog"]')].at(-1)!
      expect(last.textContent).toContain(`Retirer ${name}`)
      return [...last.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retirer')!
    })
    confirm.click()
  }
  await remove('iPhone 1')
  await vi.waitFor(() => expect(panel.querySelectorAll('li')).toHaveLength(1))
  await vi.waitFor(() => expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1))
  expect(path()).toBe('/buybacks')
  await remove('iPhone 0')
  await vi.waitFor(isClosed)
  await vi.waitFor(() => expect(path()).toBe('/home'))
  expect(icon.getAttribute('aria-label')).toBe('Panier, 0 reprise')
  expect(JSON.parse(storage.getItem('cart')!)).toMatchObject({ cartBuybacks: [] })
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
    clearScreens()
    return add !== undefined
  }
  expect(await isOffered(1, [])).toBe(false)
  expect(await isOffered(198)).toBe(true)
  expect(await isOffered(199)).toBe(false)
})

it('the panel offers no other product beside a file of the web, which is finalised on its own', async () => {
  const { add, toCart } = await openCart(1, ['multi_product_cart'], 'buyback')
  expect(toCart).toBeDefined()
  expect(add).toBeUndefined()
})

it('a picture that does not load gives way to the placeholder, and prices that read alike are all told (SHELL-32)', async () => {
  const buyback: ShownBuyback = {
    inCartId: 'b1',
    estimatedPrice: 31_500,
    totalPrice: 30_300,
    impactPriceEntries: [
      { label: 'Éclat', value: -500 },
      { label: 'Éclat', value: -700 },
    ],
    declaration: { product: { label: 'iPhone', brand: null, image: '/api/pictures/none' } },
  }
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { place } = await drawScreen(<CartItems buybacks={[buyback]} onRemove={() => undefined} />, {
    texts: ['shell'],
  })
  const picture = await vi.waitUntil(() => place.querySelector('img') ?? place.querySelector('[data-placeholder]'))
  picture.dispatchEvent(new Event('error'))
  await vi.waitUntil(() => place.querySelector('[data-placeholder]'))
  expect(place.querySelector('img')).toBeNull()
  expect([...place.querySelectorAll('dt')].filter(({ textContent }) => textContent === 'Éclat')).toHaveLength(2)
  expect(told.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  told.mockRestore()
})

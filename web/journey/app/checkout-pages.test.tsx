import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { newCart, type Cart } from '#domain/cart/cart.ts'
import { cartLine } from '#tests/support/cart-line.ts'
import { clearPages, drawPage, refusal, type Answers } from '#tests/support/journey-page.tsx'
import { wizardCircuit, wizardProduct } from '#tests/support/wizard-product.ts'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { keepCheckout } from '#web/buyback/checkout-record.ts'
import { loadSellerTools } from '../screens/checkout/seller-tools.ts'

// The lists of countries and numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
afterEach(() => {
  clearPages()
  vi.useRealTimers()
})

const customerInfo = { clientFirstname: 'Anna', clientLastname: 'Martin', clientCity: 'Lille', clientCountry: 'FR' }
const keep = (changed: Partial<Cart> = {}) =>
  keepCart(localStorage, {
    ...newCart('cart', new Date(), { maxNbOfItems: 200, minimumCartValue: 0 }),
    cartBuybacks: [cartLine()],
    ...changed,
  })
const kept = () => JSON.parse(localStorage.getItem('cart') ?? '{}') as Cart
const circuit = { id: 'c', paymentModes: [{ id: 'p' }] } as never

async function draw(path: string, answers: Answers = {}, settings: object = {}, site: object = {}) {
  const page = await drawPage(path, {
    answers: {
      '/api/public/home': { metaTitle: null, metaDescription: null, widgets: [] },
      '/api/public/options': { circuits: [wizardCircuit('web_post', circuit)] },
      '/api/public/products/{id}': wizardProduct({ id: 'x' }),
      ...answers,
    },
    site: { settings: { enabledPremiumFeatures: ['multi_product_cart'], cartMinValue: 0, ...settings }, ...site },
  })
  const { place } = page
  /** Presses in the dialog that is open, or else on the page. */
  const press = async (name: string) => {
    const find = () =>
      [...(place.querySelector('dialog[open]:last-of-type') ?? place).querySelectorAll<HTMLElement>('button, a')].find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
      ) ?? page.named(name)
    await vi.waitFor(() => expect(find()).toBeDefined())
    find()!.click()
  }
  const says = (words: string, selector = 'main') =>
    vi.waitFor(() => expect(place.querySelector(selector)?.textContent).toContain(words))
  const asks = (title: string) =>
    vi.waitFor(() => expect([...place.querySelectorAll('dialog[open] h2')].at(-1)?.textContent).toBe(title))
  return { ...page, press, says, asks, path: () => page.address().replace(/[?#].*/, '') }
}

it.each([
  '{"cartBuybacks":[{"inCartId":7}]}',
  'null',
  '[[',
  '{"storedAt":"2999-01-01","cartBuybacks":[],"customerInfo":{"clientCountry":"<b>","iban":5}}',
])('a cart that is kept as %s is an empty one at each step of the checkout', async (rubbish) => {
  localStorage.setItem('cart', rubbish)
  localStorage.setItem('checkout', rubbish)
  const { says, go } = await draw('/cart/customer-informations')
  await says('Your cart is empty', 'main h1')
  for (const path of ['/cart/order-summary', '/cart/0197a3b0-0000-7000-8000-000000000001/checkout']) {
    go(path)
    await says('Your cart is empty', 'main h1')
  }
})

it.each(['<b>', 'XX', 'France'])(
  'a customer who is kept as living in %s sees that, and may choose again',
  async (clientCountry) => {
    keep({ customerInfo: { clientCountry, clientCity: 'Lille' } as never })
    const { place, says, go } = await draw('/cart/order-summary')
    await says('Lille')
    expect([...place.querySelectorAll('main p')].map(({ textContent }) => textContent)).toContain(clientCountry)
    go('/cart/customer-informations')
    const country = await vi.waitUntil(() => place.querySelector<HTMLSelectElement>('#clientCountry'))
    await vi.waitFor(() => expect(country.options.length).toBeGreaterThan(100))
    await userEvent.selectOptions(country, 'FR')
    await vi.waitFor(() => expect(country.value).toBe('FR'))
  },
)

it('an address begins with the country of the account, and days are those of its time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  keep()
  const settings = { customerIdentityDocumentRequired: true }
  const place = { country: 'BE', timeZone: 'Pacific/Kiritimati' }
  const page = await draw('/cart/customer-informations', {}, settings, { place })
  const country = await vi.waitUntil(() => page.place.querySelector<HTMLSelectElement>('#clientCountry'))
  expect(country.value).toBe('BE')
  const calendar = page.place.querySelector('#clientNationalIdentificationDeliveryDate ~ input[type=date]')
  expect(calendar?.getAttribute('max')).toBe('2026-03-02')
})

it('a cart below its minimum does not reach the checkout, and is filled up or changed (CART-08)', async () => {
  keep({ customerInfo })
  const { says, named } = await draw('/cart/customer-informations', {}, { cartMinValue: 25_000 })
  await says('€150.00 missing')
  expect(named('Add a product')?.getAttribute('href')).toBe('/buyback/search')
  clearPages()
  keep({ customerInfo })
  const full = await draw('/cart/customer-informations', {}, { cartMinValue: 25_000, enabledPremiumFeatures: [] })
  await full.says('your cart takes no other product')
  expect(full.named('Add a product')).toBeUndefined()
  await full.press('Open my cart')
  await full.asks('Your cart')
})

it('the last product leaves the summary after a question, and the emptied cart leads home (CART-09, CART-10)', async () => {
  keep({ customerInfo })
  localStorage.setItem('temporaryCustomerInfo', JSON.stringify({ clientStreet: '12 rue des Lilas' }))
  const { press, asks, path, place } = await draw('/cart/order-summary')
  const before = kept()
  await press('Remove Apple iPhone 13')
  await asks('Take this product out?')
  await press('Keep')
  await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
  expect(kept()).toEqual(before)
  await press('Remove Apple iPhone 13')
  await asks('Take this product out?')
  await press('Take out')
  await vi.waitFor(() => expect(path()).toBe('/home'))
  expect(kept().cartBuybacks).toEqual([])
  expect(kept().cartId).not.toBe(before.cartId)
  expect(localStorage.getItem('temporaryCustomerInfo')).toBeNull()
})

it('a kept price is given up by changing its product on the summary, and only after a question', async () => {
  keep({ customerInfo, cartBuybacks: [cartLine({ quoteToken: 'q_token' })] })
  const { press, asks, path, place, says } = await draw('/cart/order-summary')
  await press('Change Apple iPhone 13')
  await asks('Give up the kept price?')
  await press('Keep this price')
  await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
  expect(path()).toBe('/cart/order-summary')
  await says('€100.00')
  await press('Change Apple iPhone 13')
  await asks('Give up the kept price?')
  await press('Change at today’s price')
  await vi.waitFor(() => expect(path()).toBe('/buyback/create/x/iphone-13'))
})

it('a product whose sale may be registered stays in the cart, which leads to find that out', async () => {
  keep({ customerInfo })
  keepCheckout(localStorage, { cartId: 'cart', sent: ['one'], confirmed: ['one'], times: 1, isClosing: true })
  const { press, asks, path, asked } = await draw('/home')
  await press('Cart, 1 product')
  await press('Take out Apple iPhone 13')
  await asks('This trade-in may already be recorded')
  expect(kept().cartBuybacks).toHaveLength(1)
  await press('Check my trade-in')
  await vi.waitFor(() => expect(path()).toBe('/cart/cart/checkout'))
  await vi.waitFor(() => expect(asked).toContain('/api/cart/{id}/validate'))
})

it('the cart is at hand on a legal text too, and leads on from there (SHELL-35, PUB-25)', async () => {
  keep({ customerInfo })
  const text = { document: 'eula', language: 'en-GB', html: null, sellerSupportEmail: null, file: null }
  const { press, path, go, named, says } = await draw('/service-terms', { '/api/public/legal/{document}': text })
  for (const at of ['/eula', '/faq-and-contact', '/404', '/service-terms']) {
    go(at)
    await vi.waitFor(() => expect([path(), named('Cart, 1 product') !== undefined]).toEqual([at, true]))
  }
  await press('Cart, 1 product')
  await press('Complete my trade-in')
  await vi.waitFor(() => expect(path()).toBe('/cart/customer-informations'))
  go('/not-available')
  await says('Service not available', 'h1')
  expect(named('Cart, 1 product')).toBeUndefined()
})

it.each([
  ['rubbish', 'This confirmation cannot be shown here'],
  ['0197a3b0-0000-7000-8000-000000000001', 'It opens for a limited time only, on the device you sold from.'],
])('a confirmation of %s says where to look', async (id, words) => {
  const answers = { '/api/buybacks/{id}': () => Promise.reject(refusal('REQUEST_NOT_FOUND', 404)) }
  const { says } = await draw(`/buyback/confirmation?ids=${id}`, answers)
  await says(words)
})

const promise = (end: Date) => ({ '/api/buybacks/{id}': { priceHoldsUntil: end.toISOString() } })
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const former = '/buyback/create/x/iphone-13/0197a3b0-0000-7000-8000-000000000001'

it('who comes back to a predeclared price whose 15 days are over is told that it no longer holds (PUB-16)', async () => {
  const { place, asks, press } = await draw(former, promise(later(-1)))
  await asks('Prices may have changed')
  await press('Continue at today’s price')
  await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
  expect(place.querySelector('progress')).not.toBeNull()
})

it('who comes back to a predeclared price that holds for another hour is told nothing (PUB-16)', async () => {
  const { place, asked } = await draw(former, promise(later(1)))
  await vi.waitFor(() => expect(asked).toContain('/api/buybacks/{id}'))
  const answer = await vi.waitUntil(() => place.querySelector<HTMLElement>('main ul button'))
  // By the next question the answer about the promise has been drawn too.
  answer.click()
  await vi.waitFor(() => expect(place.querySelector('progress')?.value).toBe(2))
  expect(place.querySelector('dialog[open]')).toBeNull()
})

it('a page that is not counted is not counted when it is left either, nor one that it redirects to (PUB-28)', async () => {
  document.cookie = 'consent=all; Path=/'
  const page = window as unknown as { dataLayer?: { page_path: string }[] }
  page.dataLayer = []
  const counted = () => page.dataLayer!.map(({ page_path }) => page_path)
  const { go } = await draw('/home')
  await vi.waitFor(() => expect(counted()).toEqual(['/home']))
  go('/buyback/create/x/iphone-13')
  await vi.waitFor(() => expect(document.querySelector('progress')).not.toBeNull())
  go('/buyback/search')
  await vi.waitFor(() => expect(counted()).toEqual(['/home', '/buyback/search']))
  // Browsing by category is off.
  go('/buyback/search/category-list')
  await vi.waitFor(() => expect(document.querySelector('main h1')?.textContent).toContain('not found'))
  expect(counted()).toEqual(['/home', '/buyback/search'])
  delete page.dataLayer
  document.cookie = 'consent=; Path=/; Max-Age=0'
})

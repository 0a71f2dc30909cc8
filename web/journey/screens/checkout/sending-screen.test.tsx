import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cartLine } from '#tests/support/cart-line.ts'
import { checkoutWaitMs, clearCheckout, drawCheckout, filledCart, filledIban } from '#tests/support/checkout-screen.tsx'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { confirmLines, findCheckout, keepCheckout } from '#web/buyback/checkout-record.ts'
import { keepLastingCheckout, recoverSales } from '#web/buyback/durable-sales.ts'
import { CallError } from '#web/lib/http.ts'
import { useCart } from '../../kit/cart.tsx'
import { createSellerMemory } from '../../kit/seller-memory.ts'
import type { HandoverReads } from './reselect-handover.tsx'
import { loadSellerTools } from './seller-tools.ts'
import { SendingScreen, type SendingCalls } from './sending-screen.tsx'

const cart = filledCart
const waitMs = checkoutWaitMs

const refusal = (code: string, status: number) => new CallError('refused', { code, status })
const lost = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

/** Ends the call that is not answered: one sends at a time, and the next test's would wait for it. */
let giveUp = (): void => undefined
const unanswered = () => new Promise<never>((_, reject) => void (giveUp = () => reject(lost)))
type Calls = SendingCalls & HandoverReads
const calls: Calls = {
  post: () => Promise.resolve(),
  validate: unanswered,
  readSlots: () => Promise.resolve([]),
  readRelayPoints: () => Promise.resolve([]),
}

// The numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
beforeEach(() => {
  keepCart(localStorage, cart)
  confirmLines(localStorage, cart.cartId, ['one'])
})
afterEach(async () => {
  giveUp()
  await clearCheckout()
})

const site = { settings: { sellerSupportEmail: 'aide@exemple.fr', enabledPremiumFeatures: [] } }

/** The page that sends a cart which the customer has confirmed. */
async function show(changed: Partial<Calls>) {
  const memory = createSellerMemory()
  memory.keep(cart.cartId, { secrets: { iban: filledIban } })
  const component = function Page() {
    const { isRead } = useCart()
    return isRead ? <SendingScreen cartId={cart.cartId} {...calls} {...changed} /> : null
  }
  const { place, path } = await drawCheckout(component, { memory, path: '/cart/cart/checkout', site })
  const alert = await vi.waitUntil(() => place.querySelector('[role=alert]'), waitMs)
  return { place, alert, path, mail: () => place.querySelector('a[href="mailto:aide@exemple.fr"]') }
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

it('says of a site that has closed in the meantime that it is that', async () => {
  const { alert, mail } = await show({ post: () => Promise.reject(refusal('PUBLIC_SITE_NOT_OPEN', 503)) })
  expect(alert.querySelector('h2')?.textContent).toBe('This site takes no trade-ins for now')
  expect(mail()).not.toBeNull()
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

it.each([
  ['Send again', '/cart/order-summary', true],
  ['The email has arrived: take these products out of the cart', '/home', false],
])('a sale whose end is unknown is forgotten on the disk too: %s', async (name, leadsTo, isKept) => {
  const closing = { cartId: cart.cartId, sent: ['one'], confirmed: ['one'], times: 1, isClosing: true }
  keepCheckout(localStorage, closing)
  await keepLastingCheckout(cart.cartId, closing)
  const { alert, path } = await show({ validate: () => Promise.reject(refusal('REQUEST_NOT_FOUND', 404)) })
  ;[...alert.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click()
  await vi.waitFor(() => expect(path()).toContain(leadsTo), waitMs)
  expect(localStorage.getItem('cart')?.includes('"inCartId"')).toBe(isKept)
  keepCart(localStorage, cart)
  expect([await recoverSales(localStorage), findCheckout(localStorage)]).toEqual([false, null])
})

it.each([
  ['PUB-30', 'BUYBACK_CANCELLED', 'This trade-in has been cancelled.', 'Remove this product'],
  [
    'PUB-30',
    'BUYBACK_BUYER_UNREACHABLE',
    'The buyer of this product cannot be reached: the transfer order cannot be drawn up.',
    'Remove this product',
  ],
  [
    'PUB-33',
    'CIRCUIT_NO_WAREHOUSE',
    'No warehouse can receive this product: the logistics configuration is not compliant.',
    'Remove this product',
  ],
  [
    'PUB-34',
    'DIAGNOSTIC_ANSWER_UNKNOWN',
    'These answers cannot value the product: the questions have changed.',
    'Go over the answers',
  ],
  ['PUB-34', 'DIAGNOSTIC_UNANSWERED', 'The diagnosis is incomplete: an answer is missing.', 'Go over the answers'],
])('says in its own words why a product is not taken, and what helps (%s: %s)', async (_row, code, words, cure) => {
  const { place, mail } = await show({ post: () => Promise.reject(refusal(code, 409)) })
  const refused = [...place.querySelectorAll('li')]
  expect(refused).toHaveLength(1)
  expect(refused[0]!.textContent).toContain(words)
  expect(refused[0]!.querySelector('button')?.textContent).toBe(cure)
  expect(place.querySelector('h1')?.textContent).not.toBe('')
  expect(mail()).not.toBeNull()
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

const freeSlot = { day: '2026-12-04', opens: '14:00', closes: '16:00' }
const point = {
  reference: 'P2',
  name: 'Tabac du Port',
  street: '3 quai Ouest',
  zipCode: '59000',
  city: 'Lille',
  country: 'FR',
  latitude: null,
  longitude: null,
  openingHours: null,
  distanceKm: null,
}

it.each([
  ['PICKUP_SLOT_TAKEN', 'Choose another slot', { day: freeSlot.day, opens: freeSlot.opens }],
  ['RELAY_POINT_GONE', 'Choose another parcel point', 'P2'],
] as const)('a product at a kept price keeps it over another slot or point (%s)', async (code, name, chosen) => {
  const shippingMethod = { id: 'shipping', type: 'web_collect', label: 'At home' } as const
  keepCart(localStorage, { ...cart, cartBuybacks: [cartLine({ quoteToken: 'kept', shippingMethod })] })
  const post = vi.fn<SendingCalls['post']>().mockRejectedValueOnce(refusal(code, 409)).mockResolvedValue(undefined)
  const readSlots = vi.fn<HandoverReads['readSlots']>(() => Promise.resolve([freeSlot]))
  const readRelayPoints = vi.fn<HandoverReads['readRelayPoints']>(() => Promise.resolve([point]))
  const validate = vi.fn<SendingCalls['validate']>().mockImplementation(unanswered)
  const { place } = await show({ post, validate, readSlots, readRelayPoints })
  const press = async (words: string) =>
    (
      await vi.waitUntil(
        () => [...place.querySelectorAll<HTMLButtonElement>('button')].find((one) => one.textContent.includes(words)),
        waitMs,
      )
    ).click()
  await press(name)
  if (code === 'RELAY_POINT_GONE') {
    const near = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'), waitMs)
    await userEvent.fill(near, '59000')
    await press('Search')
    await press('Tabac du Port')
  } else await press('14:00')
  await vi.waitFor(() => expect(validate).toHaveBeenCalledTimes(1), waitMs)
  expect(post).toHaveBeenCalledTimes(2)
  expect(post.mock.calls[1]![0]).toMatchObject({
    quoteToken: 'kept',
    ...(code === 'RELAY_POINT_GONE' ? { relayPoint: chosen } : { pickup: chosen }),
  })
  expect([...readSlots.mock.calls, ...readRelayPoints.mock.calls].map(([id]) => id)).toEqual(['shipping'])
})

it('a product that is no longer sold leaves the cart after a question, and the others go without it', async () => {
  keepCart(localStorage, { ...cart, cartBuybacks: [cartLine(), cartLine({ inCartId: 'two' })] })
  confirmLines(localStorage, cart.cartId, ['one', 'two'])
  const sent: unknown[] = []
  const post: SendingCalls['post'] = ({ inCartId }) => {
    sent.push(inCartId)
    return inCartId === 'two' ? Promise.reject(refusal('PRODUCT_NOT_PUBLISHED', 409)) : Promise.resolve()
  }
  const validate = vi.fn<SendingCalls['validate']>().mockImplementation(unanswered)
  const { place } = await show({ post, validate })
  const refused = () => [...place.querySelectorAll('li h2')]
  expect(refused()).toHaveLength(1)
  expect(place.querySelector('li')?.textContent).toContain('removed from the catalogue or is no longer published')
  const press = (name: string, within = '') =>
    [...place.querySelectorAll<HTMLButtonElement>(`${within} button`)]
      .find(({ textContent }) => textContent === name)!
      .click()
  const isAsked = (asked: boolean) =>
    vi.waitFor(() => expect(place.querySelector('dialog[open] button') !== null).toBe(asked), waitMs)
  press('Remove this product')
  await isAsked(true)
  press('Keep', 'dialog[open]')
  await isAsked(false)
  expect([refused().length, validate.mock.calls.length]).toEqual([1, 0])
  press('Remove this product')
  await isAsked(true)
  press('Take out', 'dialog[open]')
  await vi.waitFor(() => expect(validate).toHaveBeenCalledOnce(), waitMs)
  expect(sent).toEqual(['one', 'two', 'one'])
})

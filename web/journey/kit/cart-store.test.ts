import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { confirmLines, findCheckout, keepCheckout } from '#web/buyback/checkout-record.ts'
import { browserStorage } from './browser-storage.ts'
import { createCartStore } from './cart-store.ts'

const line = (inCartId: string) => cartLine({ inCartId })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A cart of the browser with lines in it, and a checkout that the customer has begun with them. */
function storeWith(ids: readonly string[], isClosing: boolean) {
  const store = createCartStore({ maxNbOfItems: 200, minimumCartValue: 0 })
  for (const id of ids) store.add(line(id))
  const { cartId } = store.read().cart
  keepCheckout(browserStorage(), { cartId, sent: ids, confirmed: ids, isClosing })
  return { store, cartId, lines: () => store.read().cart.cartBuybacks.map(({ inCartId }) => inCartId) }
}

describe('a cart whose validation was asked for', () => {
  it('lets none of its products be taken out or changed', () => {
    const { store, lines } = storeWith(['a', 'b'], true)
    expect(store.remove('b')).toBe('held')
    expect(store.add({ ...line('a'), totalPrice: 1 })).toBe(false)
    expect(lines()).toEqual(['a', 'b'])
    expect(store.read().cart.cartBuybacks[0]).toEqual(line('a'))
  })

  it('takes more, and gives that back', () => {
    const { store, lines } = storeWith(['a'], true)
    expect(store.add(line('b'))).toBe(true)
    expect(store.remove('b')).toBe('left')
    expect(lines()).toEqual(['a'])
  })
})

describe('a cart that is half sent', () => {
  it('withdraws what the customer has confirmed of a product that is taken out or changed', () => {
    const { store } = storeWith(['a', 'b', 'c'], false)
    expect(store.remove('b')).toBe('left')
    expect(store.add({ ...line('c'), totalPrice: 1 })).toBe(true)
    expect(findCheckout(browserStorage())).toMatchObject({ sent: ['a', 'b', 'c'], confirmed: ['a'] })
  })

  it('forgets its checkout with its last product', () => {
    const { store } = storeWith(['a'], false)
    expect(store.remove('a')).toBe('emptied')
    expect(findCheckout(browserStorage())).toBeNull()
  })
})

it('a product that is confirmed again is confirmed as it is then', () => {
  const { store, cartId } = storeWith(['a'], false)
  store.add({ ...line('a'), totalPrice: 1 })
  confirmLines(browserStorage(), cartId, ['a'])
  expect(findCheckout(browserStorage())?.confirmed).toEqual(['a'])
})

describe('what a customer has typed', () => {
  const typed = { customerInfo: { clientCity: 'Lille' }, customerIdentification: {} }

  it('is kept with its cart', () => {
    const { store, cartId } = storeWith(['a'], false)
    expect(store.keepCustomer(cartId, typed)).toBe(true)
    expect(store.read().cart).toMatchObject(typed)
  })

  it('is not kept once the cart is emptied, nor with the next one', () => {
    const { store, cartId } = storeWith(['a'], false)
    store.remove('a')
    expect(store.keepCustomer(cartId, typed)).toBe(false)
    expect(store.keepCustomer(store.read().cart.cartId, typed)).toBe(false)
    store.add(line('b'))
    expect(store.keepCustomer(cartId, typed)).toBe(false)
    expect(store.read().cart.customerInfo).toEqual({})
  })
})

describe('what a customer has confirmed', () => {
  const typed = { customerInfo: { clientCity: 'Lille' }, customerIdentification: { type: 'passport' } }
  const confirmed = () => findCheckout(browserStorage())?.confirmed
  /** A cart of two lines whose seller was known before the customer confirmed. */
  function confirmedWith(isClosing: boolean) {
    const { store, cartId } = storeWith(['a', 'b'], isClosing)
    store.keepCustomer(cartId, typed)
    keepCheckout(browserStorage(), { cartId, sent: ['a'], confirmed: ['a', 'b'], isClosing })
    return { store, cartId }
  }

  it.each([
    { ...typed, customerInfo: { clientCity: 'Lens' } },
    { ...typed, customerInfo: {} },
    { ...typed, customerInfo: { ...typed.customerInfo, clientStreet: '12 rue des Lilas' } },
    { ...typed, customerIdentification: { type: 'identity_card' } },
  ])('is withdrawn with the seller’s details, once they are %j', (changed) => {
    const { store, cartId } = confirmedWith(false)
    store.keepCustomer(cartId, changed)
    expect(findCheckout(browserStorage())).toEqual({ cartId, sent: ['a'], confirmed: [], isClosing: false })
  })

  it('stays where they are typed as they were', () => {
    const { store, cartId } = confirmedWith(false)
    store.keepCustomer(cartId, {
      customerInfo: { clientCity: 'Lille', clientStreetMore: '' },
      customerIdentification: { type: 'passport' },
    })
    expect(confirmed()).toEqual(['a', 'b'])
  })

  it('is withdrawn also where its validation was asked for, while what may be sold already stays held', () => {
    const { store, cartId } = confirmedWith(true)
    store.keepCustomer(cartId, { ...typed, customerInfo: { clientCity: 'Lens' } })
    expect(findCheckout(browserStorage())).toEqual({ cartId, sent: ['a'], confirmed: [], isClosing: true })
    expect(store.remove('a')).toBe('held')
  })

  it('stays while the details of another cart are kept', () => {
    const { store } = confirmedWith(false)
    expect(store.keepCustomer('other', { ...typed, customerInfo: { clientCity: 'Lens' } })).toBe(false)
    expect(confirmed()).toEqual(['a', 'b'])
  })
})

it.each([
  ['29 days', 29, ['a'], null],
  ['30 days', 30, ['a'], null],
  ['31 days', 31, [], 'expired'],
] as const)('a cart that was left %s ago is of the public site for 30 (CART-03)', (_name, days, ids, dropped) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') })
  try {
    storeWith(['a'], false)
    vi.setSystemTime(new Date(Date.now() + days * 86_400_000))
    const { cart, ...state } = createCartStore({ maxNbOfItems: 200, minimumCartValue: 0 }).read()
    expect(cart.cartBuybacks.map(({ inCartId }) => inCartId)).toEqual(ids)
    expect(state.dropped).toBe(dropped)
  } finally {
    vi.useRealTimers()
  }
})

it('what another tab’s customer types is heard, though the cart itself stays as it is', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { store, cartId } = storeWith(['a'], false)
  const leave = store.subscribe(() => undefined)
  const other = createCartStore({ maxNbOfItems: 200, minimumCartValue: 0 })
  other.keepCustomer(cartId, { customerInfo: { clientCity: 'Lille' }, customerIdentification: {} })
  const hear = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  hear('elsewhere')
  expect(store.read().cart.customerInfo).toEqual({})
  hear('temporaryCustomerInfo')
  expect(store.read().cart.customerInfo).toEqual({ clientCity: 'Lille' })
  leave()
})

it('a page that the browser kept for Back shows no cart that was sold since then', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { store, lines } = storeWith(['a'], false)
  const leave = store.subscribe(() => undefined)
  const shown = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  createCartStore({ maxNbOfItems: 200, minimumCartValue: 0 }).takeSold(['a'])
  shown(false)
  expect(lines()).toEqual(['a'])
  shown(true)
  expect(lines()).toEqual([])
  leave()
  store.add(line('b'))
  createCartStore({ maxNbOfItems: 200, minimumCartValue: 0 }).takeSold(['b'])
  shown(true)
  expect(lines()).toEqual(['b'])
})

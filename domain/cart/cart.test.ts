import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import {
  addBuyback,
  cartLifetimesMs,
  cartTotal,
  countriesOf,
  excludingLines,
  isExpired,
  maximumItems,
  mayAddAnother,
  mayCheckOut,
  missingAmount,
  newCart,
  removeBuyback,
  servedCountries,
  takeSold,
  type Cart,
  type CartBuyback,
} from './cart.ts'

const now = new Date('2026-03-01T10:00:00Z')
const later = new Date('2026-03-02T10:00:00Z')

const buyback = (inCartId: string, totalPrice = 10_000): CartBuyback =>
  cartLine({ inCartId, estimatedPrice: totalPrice, totalPrice, impactPriceEntries: [] })

function cartOf(count: number, limits: Partial<Pick<Cart, 'maxNbOfItems' | 'minimumCartValue'>> = {}): Cart {
  let cart = newCart('cart', now, { maxNbOfItems: 200, minimumCartValue: 0, ...limits })
  for (let at = 0; at < count; at++) cart = addBuyback(cart, buyback(`b${at}`), now)
  return cart
}

it('a cart holds its products, its customer and its limits under the time of its last change (CART-01, CART-02)', () => {
  expect(newCart('cart', now, { maxNbOfItems: 200, minimumCartValue: 1000 })).toEqual({
    cartId: 'cart',
    storedAt: now.toISOString(),
    cartBuybacks: [],
    customerInfo: {},
    customerIdentification: {},
    maxNbOfItems: 200,
    minimumCartValue: 1000,
    preDeclaredBuybackId: null,
  })
})

describe('the maximum of a cart', () => {
  it('is 200 with the multi-product feature and 1 without (CART-06)', () => {
    expect(maximumItems(['payment_bonus', 'multi_product_cart'])).toBe(200)
    expect(maximumItems(['payment_bonus'])).toBe(1)
  })

  it('is kept: adding to a full cart is ignored', () => {
    const full = cartOf(1, { maxNbOfItems: 1 })
    expect(addBuyback(full, buyback('other'), later)).toBe(full)
  })

  it('lets a product in a full cart be replaced by its id', () => {
    const full = cartOf(1, { maxNbOfItems: 1 })
    expect(addBuyback(full, buyback('b0', 500), later).cartBuybacks).toEqual([buyback('b0', 500)])
  })

  it.each([
    [197, true],
    [198, true],
    [199, false],
    [200, false],
  ])('offers another product at %i of 200: %s', (count, offered) => {
    expect(mayAddAnother(cartOf(count))).toBe(offered)
  })

  it('takes the last product although another is no longer offered', () => {
    expect(addBuyback(cartOf(199), buyback('last'), now).cartBuybacks).toHaveLength(200)
  })

  it('of one never offers another', () => {
    expect(mayAddAnother(cartOf(0, { maxNbOfItems: 1 }))).toBe(false)
  })
})

describe('the lifetime of a cart', () => {
  it('is 30 days in public and one day in the dashboard', () => {
    expect(cartLifetimesMs).toEqual({ public: 2_592_000_000, dashboard: 86_400_000 })
  })

  it('ends after its last millisecond', () => {
    const cart = cartOf(1)
    const at = (ms: number): Date => new Date(now.getTime() + ms)
    expect(isExpired(cart, at(cartLifetimesMs.public), cartLifetimesMs.public)).toBe(false)
    expect(isExpired(cart, at(cartLifetimesMs.public + 1), cartLifetimesMs.public)).toBe(true)
  })

  it('counts from the last change (CART-02)', () => {
    expect(addBuyback(cartOf(1), buyback('next'), later).storedAt).toBe(later.toISOString())
    expect(removeBuyback(cartOf(2), 'b0', later, 'new').storedAt).toBe(later.toISOString())
  })
})

describe('taking a product out', () => {
  it('keeps the others and the customer’s details', () => {
    const cart = { ...cartOf(2), customerInfo: { clientCity: 'Lille' } }
    const left = removeBuyback(cart, 'b0', later, 'new')
    expect(left.cartBuybacks.map(({ inCartId }) => inCartId)).toEqual(['b1'])
    expect(left.customerInfo).toEqual({ clientCity: 'Lille' })
    expect(left.cartId).toBe('cart')
  })

  it('resets the cart with the last one, and keeps its limits', () => {
    const cart = { ...cartOf(1, { minimumCartValue: 2000 }), customerInfo: { clientCity: 'Lille' } }
    expect(removeBuyback(cart, 'b0', later, 'new')).toEqual(
      newCart('new', later, { maxNbOfItems: 200, minimumCartValue: 2000 }),
    )
  })

  it('changes nothing for an unknown id', () => {
    const cart = cartOf(1)
    expect(removeBuyback(cart, 'unknown', later, 'new')).toBe(cart)
  })
})

describe('what was sold', () => {
  it('leaves an empty cart under another id, without its customer (CART-11)', () => {
    const cart = { ...cartOf(2), customerInfo: { clientCity: 'Lille' } }
    const sold = cart.cartBuybacks.map(({ inCartId }) => inCartId)
    const { maxNbOfItems, minimumCartValue } = cart
    expect(takeSold(cart, sold, later, 'new')).toEqual(newCart('new', later, { maxNbOfItems, minimumCartValue }))
  })

  it('leaves what was added while it was sold, with the customer, under another id', () => {
    const cart = { ...cartOf(2), customerInfo: { clientCity: 'Lille' } }
    const [first, second] = cart.cartBuybacks
    const left = takeSold(cart, [first!.inCartId], later, 'new')
    expect(left).toEqual({ ...cart, cartId: 'new', storedAt: later.toISOString(), cartBuybacks: [second] })
  })
})

describe('the value of a cart', () => {
  it('is the sum of what is promised', () => {
    expect(cartTotal({ cartBuybacks: [buyback('a', 1999), buyback('b', 1)] })).toBe(2000)
  })

  it.each([
    [0, 0],
    [9999, 0],
    [10_000, 0],
    [10_001, 1],
    [25_000, 15_000],
  ])('of 100 € lacks of a minimum of %i cents: %i (CART-14)', (minimumCartValue, missing) => {
    const cart = cartOf(1, { minimumCartValue })
    expect(missingAmount(cart)).toBe(missing)
    expect(mayCheckOut(cart)).toBe(missing === 0)
  })

  it('opens no checkout for nothing', () => {
    expect(mayCheckOut(cartOf(0))).toBe(false)
  })
})

it('whatever is added and taken out, the cart keeps its maximum and holds each id once', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 6 })), { maxLength: 40 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (moves, maxNbOfItems) => {
      let cart = cartOf(0, { maxNbOfItems })
      for (const [isAdded, id] of moves) {
        cart = isAdded ? addBuyback(cart, buyback(String(id)), later) : removeBuyback(cart, String(id), later, 'new')
      }
      const ids = cart.cartBuybacks.map(({ inCartId }) => inCartId)
      expect(ids.length).toBeLessThanOrEqual(maxNbOfItems)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

describe('the countries that a cart is sold from', () => {
  it('are those that circuit and shipping method of every product serve', () => {
    expect(servedCountries([], [])).toBeNull()
    expect(servedCountries(['FR', 'BE'], [])).toEqual(['FR', 'BE'])
    expect(servedCountries([], ['LU'])).toEqual(['LU'])
    expect(servedCountries(['FR', 'BE'], ['BE', 'LU'])).toEqual(['BE'])
    expect(servedCountries(['FR'], ['BE'])).toEqual([])
    const of = (...lists: readonly (readonly string[] | undefined)[]) =>
      countriesOf({ cartBuybacks: lists.map((countries) => ({ ...cartLine(), ...(countries && { countries }) })) })
    expect([of(), of(undefined), of(['FR', 'BE'], undefined), of(['FR', 'BE'], ['BE'])]).toEqual([
      null,
      null,
      ['FR', 'BE'],
      ['BE'],
    ])
  })
  it.each<[string, readonly (readonly string[] | undefined)[], readonly string[]]>([
    ['that some country can sell together', [['FR', 'BE'], ['BE'], undefined], []],
    ['for all', [undefined, undefined], []],
    ['of which two exclude each other', [['FR'], ['BE'], ['FR', 'BE'], undefined], ['0', '1']],
    ['of which one serves nowhere', [[], undefined], ['0']],
    [
      'that exclude each other as three alone',
      [
        ['FR', 'BE'],
        ['BE', 'LU'],
        ['FR', 'LU'],
      ],
      ['0', '1', '2'],
    ],
  ])('of products %s are excluded by these: %j', (_what, lists, expected) => {
    const lines = lists.map((countries, at) => cartLine({ inCartId: `${at}`, ...(countries && { countries }) }))
    expect(excludingLines({ cartBuybacks: lines }).map(({ inCartId }) => inCartId)).toEqual(expected)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { storageOf } from '#tests/support/storage-of.ts'
import { addBuyback, cartLifetimesMs, newCart } from '#domain/cart/cart.ts'
import { cartKeys, findCart, keepCart, readTemporaryCustomerInfo, type CartStorage } from './cart-storage.ts'
import { findProgress, forgetProgress, keepProgress } from './progress-storage.ts'
import { answerQuestion, startProgress } from './wizard.ts'

const now = new Date('2026-03-01T10:00:00Z')
const limits = { maxNbOfItems: 200, minimumCartValue: 0 }

const buyback = cartLine()
const cart = addBuyback(newCart('cart', now, limits), buyback, now)

const find = (storage: CartStorage, at = now, given = limits) =>
  findCart(storage, { now: at, lifetimeMs: cartLifetimesMs.public, limits: given, newId: () => 'new' })

describe('the stored cart', () => {
  it('comes back as it was, under the limits of today', () => {
    const storage = storageOf()
    keepCart(storage, { ...cart, customerInfo: { clientCity: 'Lille' } })
    const today = { maxNbOfItems: 1, minimumCartValue: 2000 }
    expect(find(storage, now, today)).toEqual({
      cart: { ...cart, customerInfo: { clientCity: 'Lille' }, ...today },
      dropped: null,
    })
  })

  it('is empty where there was none', () => {
    expect(find(storageOf())).toEqual({ cart: newCart('new', now, limits), dropped: null })
  })

  it('is dropped with a word after 30 days, and without one where nothing was in it', () => {
    const late = new Date(now.getTime() + cartLifetimesMs.public + 1)
    expect(find(storageOf({ cart: JSON.stringify(cart) }), late).dropped).toBe('expired')
    const empty = { ...cart, cartBuybacks: [] }
    expect(find(storageOf({ cart: JSON.stringify(empty) }), late)).toEqual({
      cart: newCart('new', late, limits),
      dropped: null,
    })
  })

  it('that the back office began empty is a cart like any other', () => {
    const stored = JSON.stringify({ storedAt: now.toISOString(), cartBuybacks: [] })
    expect(find(storageOf({ cart: stored }))).toEqual({ cart: newCart('new', now, limits), dropped: null })
  })

  const broken: readonly (readonly [string, unknown])[] = [
    ['no JSON', '{'],
    ['a number', 7],
    ['null', null],
    ['a list', []],
    ['no time', { ...cart, storedAt: 'yesterday' }],
    ['no products', { ...cart, cartBuybacks: null }],
    ['a product without id', { ...cart, cartBuybacks: [{ ...buyback, inCartId: undefined }] }],
    ['an id twice', { ...cart, cartBuybacks: [buyback, buyback] }],
    ['a price of half a cent', { ...cart, cartBuybacks: [{ ...buyback, totalPrice: 0.5 }] }],
    ['a price below 0', { ...cart, cartBuybacks: [{ ...buyback, estimatedPrice: -1 }] }],
    [
      'an unknown circuit',
      { ...cart, cartBuybacks: [{ ...buyback, transportMode: { id: 'c', type: 'x', label: '' } }] },
    ],
    [
      'an unknown grade',
      { ...cart, cartBuybacks: [{ ...buyback, declaration: { ...buyback.declaration, grade: 'z' } }] },
    ],
    ['a store without id', { ...cart, cartBuybacks: [{ ...buyback, store: { label: 'Lille' } }] }],
    ['no declaration', { ...cart, cartBuybacks: [{ ...buyback, declaration: null }] }],
    [
      'a line that is no amount',
      { ...cart, cartBuybacks: [{ ...buyback, impactPriceEntries: [{ source: 'circuit', label: 'a', value: '1' }] }] },
    ],
  ]
  it.each(broken)('with %s is dropped with a word', (_name, stored) => {
    const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
    expect(find(storageOf({ cart: text }))).toEqual({ cart: newCart('new', now, limits), dropped: 'unreadable' })
  })

  it('says so where the browser refuses to keep it', () => {
    const refusing = {
      ...storageOf(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(keepCart(refusing, cart)).toBe(false)
    expect(keepCart(storageOf(), cart)).toBe(true)
  })

  const typed = { customerInfo: { clientCity: 'Lille' }, customerIdentification: { type: 'passport' } }

  it('has what the customer has typed beside it, and takes it back only for the cart that it was typed for', () => {
    const storage = storageOf()
    keepCart(storage, { ...cart, ...typed })
    expect(storage.getItem(cartKeys.cart)).not.toContain('Lille')
    expect(readTemporaryCustomerInfo(storage)).toEqual({ cartId: 'cart', ...typed })
    expect(find(storage).cart).toEqual({ ...cart, ...typed })
    storage.setItem(cartKeys.cart, JSON.stringify({ ...cart, cartId: 'next' }))
    expect(find(storage).cart).toEqual({ ...cart, cartId: 'next' })
  })

  it('of an earlier version holds it itself', () => {
    const storage = storageOf({ cart: JSON.stringify({ ...cart, ...typed }) })
    expect(find(storage).cart).toEqual({ ...cart, ...typed })
    keepCart(storage, find(storage).cart)
    expect(readTemporaryCustomerInfo(storage)).toMatchObject(typed)
  })

  it('takes it along when it is emptied', () => {
    const storage = storageOf()
    keepCart(storage, { ...cart, ...typed })
    keepCart(storage, newCart('next', now, limits))
    expect(storage.getItem(cartKeys.temporaryCustomerInfo)).toBeNull()
  })

  it.each([undefined, '{', '7', 'null', '{"customerInfo":{"clientCity":"Lille"}}'])(
    'raises an error where customer info is read of which there is none: %s (SHELL-58)',
    (info) => {
      const storage = storageOf(info === undefined ? {} : { [cartKeys.temporaryCustomerInfo]: info })
      expect(() => readTemporaryCustomerInfo(storage)).toThrow('Missing temporary customer info in local storage')
      keepCart(storage, cart)
      expect(find(storage).cart).toEqual(cart)
    },
  )

  it('keeps what there is room for, and says so where that is not all', () => {
    const kept = storageOf()
    const cramped = {
      ...kept,
      setItem: (key: string, value: string) => {
        if (key === cartKeys.temporaryCustomerInfo) throw new DOMException('full', 'QuotaExceededError')
        kept.setItem(key, value)
      },
    }
    expect(keepCart(cramped, { ...cart, ...typed })).toBe(false)
    expect(find(kept).cart).toEqual(cart)
  })
})

describe('an interrupted declaration', () => {
  const begun = answerQuestion(startProgress('x'), { questionId: 'a', answerId: 'b' })
  const progress = { ...begun, store: { id: 's', label: 'Lille' } }

  it('can be gone on with for 30 days, for the same product', () => {
    const storage = storageOf()
    keepProgress(storage, progress, now, 'public')
    const after = (ms: number) => findProgress(storage, 'x', new Date(now.getTime() + ms), 'public')
    expect(after(cartLifetimesMs.public)).toEqual(progress)
    expect(after(cartLifetimesMs.public + 1)).toEqual(startProgress('x'))
    expect(findProgress(storage, 'y', now, 'public')).toEqual(startProgress('y'))
  })

  it('survives a look at other products, of which the latest twenty are kept', () => {
    const storage = storageOf()
    const keep = (productId: string): void => keepProgress(storage, { ...progress, productId }, now, 'public')
    keep('x')
    for (let at = 0; at < 18; at++) keep(`other ${at}`)
    keep('y')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(progress)
    keep('z')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(startProgress('x'))
    expect(findProgress(storage, 'other 0', now, 'public').answers).toEqual(progress.answers)
  })

  it('stays the latest one with each answer', () => {
    const storage = storageOf()
    const keep = (productId: string): void => keepProgress(storage, { ...progress, productId }, now, 'public')
    for (let at = 0; at < 19; at++) keep(`other ${at}`)
    keep('x')
    keep('other 0')
    keep('z')
    expect(findProgress(storage, 'other 0', now, 'public').answers).toEqual(progress.answers)
    expect(findProgress(storage, 'other 1', now, 'public').answers).toEqual([])
  })

  it.each([
    '{',
    '7',
    'null',
    '{}',
    '[7]',
    '[{"storedAtMs":1}]',
    '[{"storedAtMs":1,"progress":{"productId":"x","answers":[1]}}]',
  ])('stored as %s begins again', (text) => {
    expect(findProgress(storageOf({ buybackInProgress: text }), 'x', now, 'public')).toEqual(startProgress('x'))
  })

  it('is forgotten once its product is in the cart', () => {
    const storage = storageOf()
    keepProgress(storage, progress, now, 'public')
    const other = { ...progress, productId: 'y' }
    keepProgress(storage, other, now, 'public')
    forgetProgress(storage, 'x')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(startProgress('x'))
    expect(findProgress(storage, 'y', now, 'public')).toEqual(other)
  })

  it('of another phone of the model stays while one of the cart is changed, and takes nothing from it', () => {
    const storage = storageOf()
    const ofCart = { ...progress, imei: '356938035643809', answers: [] }
    keepProgress(storage, progress, now, 'public')
    keepProgress(storage, ofCart, now, 'public', 'line')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(progress)
    expect(findProgress(storage, 'x', now, 'public', 'line')).toEqual(ofCart)
    expect(findProgress(storage, 'x', now, 'public', 'other line')).toEqual(startProgress('x'))
    forgetProgress(storage, 'x', 'line')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(progress)
    expect(findProgress(storage, 'x', now, 'public', 'line')).toEqual(startProgress('x'))
  })

  it('of a phone of the cart that is left half changed is not how the next one of the model begins', () => {
    const storage = storageOf()
    keepProgress(storage, { ...progress, imei: '356938035643809' }, now, 'public', 'line')
    expect(findProgress(storage, 'x', now, 'public')).toEqual(startProgress('x'))
    forgetProgress(storage, 'x')
    expect(findProgress(storage, 'x', now, 'public', 'line').answers).toEqual(progress.answers)
  })

  it('kept without a word of the cart is one of a product that is not in it', () => {
    const kept = { storedAtMs: now.getTime(), place: 'public', progress }
    const storage = storageOf({ buybackInProgress: JSON.stringify([kept]) })
    expect(findProgress(storage, 'x', now, 'public')).toEqual(progress)
    expect(findProgress(storage, 'x', now, 'public', 'line')).toEqual(startProgress('x'))
  })
})

describe('an interrupted declaration at a counter', () => {
  const begun = answerQuestion(startProgress('x'), { questionId: 'a', answerId: 'b' })
  const progress = { ...begun, imei: '356938035643809' }
  const kept = (): CartStorage => {
    const storage = storageOf()
    keepProgress(storage, progress, now, 'dashboard')
    return storage
  }
  const openAt = (search: string) => vi.stubGlobal('location', { search })
  afterEach(() => vi.unstubAllGlobals())

  it('is whole after a reload in its midst, for half an hour since the last answer', () => {
    openAt('?step=3')
    const storage = kept()
    const after = (minutes: number) =>
      findProgress(storage, 'x', new Date(now.getTime() + minutes * 60_000), 'dashboard')
    expect(after(30)).toEqual(progress)
    expect(after(31)).toEqual(startProgress('x'))
    keepProgress(storage, progress, new Date(now.getTime() + 20 * 60_000), 'dashboard')
    expect(after(50)).toEqual(progress)
  })

  it.each(['', '?imei=490154203237518'])(
    'gives the next customer with the same model nothing, opened at “%s”',
    (search) => {
      openAt(search)
      expect(findProgress(kept(), 'x', now, 'dashboard')).toEqual(startProgress('x'))
      expect(findProgress(kept(), 'x', new Date(now.getTime() + 7 * 86_400_000), 'dashboard')).toEqual(
        startProgress('x'),
      )
    },
  )

  it('is the only one, since the next product may be another customer’s', () => {
    openAt('?step=3')
    const storage = kept()
    keepProgress(storage, { ...progress, productId: 'y' }, now, 'dashboard')
    expect(findProgress(storage, 'x', now, 'dashboard')).toEqual(startProgress('x'))
    expect(findProgress(storage, 'y', now, 'dashboard').imei).toBe(progress.imei)
  })

  it('is not mixed up with what a visitor of the public site has begun in this browser', () => {
    openAt('?step=3')
    const publicOne = storageOf()
    keepProgress(publicOne, progress, now, 'public')
    expect(findProgress(publicOne, 'x', now, 'dashboard')).toEqual(startProgress('x'))
    expect(findProgress(kept(), 'x', now, 'public')).toEqual(startProgress('x'))
  })

  it('kept without a word of where is a visitor’s', () => {
    openAt('?step=3')
    const storage = storageOf({ buybackInProgress: JSON.stringify({ storedAtMs: now.getTime(), progress }) })
    expect(findProgress(storage, 'x', now, 'dashboard')).toEqual(startProgress('x'))
    expect(findProgress(storage, 'x', now, 'public')).toMatchObject({ imei: progress.imei })
  })

  it('is forgotten once its product is in the cart', () => {
    openAt('?step=3')
    const storage = kept()
    forgetProgress(storage, 'x')
    expect(findProgress(storage, 'x', now, 'dashboard')).toEqual(startProgress('x'))
  })
})

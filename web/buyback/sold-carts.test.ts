import { expect, it } from 'vitest'
import { storageOf } from '#tests/support/storage-of.ts'
import { findSold, keepSold } from './sold-carts.ts'

it('a browser knows which buybacks each of its carts has become (CART-17)', () => {
  const storage = storageOf()
  keepSold(storage, 'one', ['a', 'b'])
  keepSold(storage, 'two', ['c'])
  expect(['one', 'two', 'three'].map((cartId) => findSold(storage, cartId))).toEqual([['a', 'b'], ['c'], null])
})

it('the last answer of a cart counts, and the twenty carts that were sold last are kept', () => {
  const storage = storageOf()
  for (let at = 0; at < 20; at++) keepSold(storage, `cart-${at}`, ['a'])
  keepSold(storage, 'cart-0', ['b'])
  expect([findSold(storage, 'cart-0'), findSold(storage, 'cart-1')]).toEqual([['b'], ['a']])
  keepSold(storage, 'cart-20', ['c'])
  expect([findSold(storage, 'cart-0'), findSold(storage, 'cart-1')]).toEqual([['b'], null])
})

it.each(['{', '7', 'null', '[null, 7, {"cartId":"one"}, {"cartId":"one","ids":[]}, {"cartId":"one","ids":[1]}]'])(
  'stored rubbish is no cart: %s',
  (soldCarts) => expect(findSold(storageOf({ soldCarts }), 'one')).toBeNull(),
)

it('a browser that stores nothing sells all the same', () => {
  const full = {
    ...storageOf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => keepSold(full, 'one', ['a'])).not.toThrow()
})

import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storageOf } from '#tests/support/storage-of.ts'
import { findCheckout, keepCheckout } from './checkout-record.ts'
import { findSold } from './sold-carts.ts'

/** A browser that has just started. */
async function started() {
  vi.resetModules()
  return import('./durable-sales.ts')
}

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => vi.unstubAllGlobals())

const cartOf = (cartId: string) => JSON.stringify({ cartId, cartBuybacks: [{ inCartId: 'line' }] })
/** Local storage as it was on the disk before the sale. */
const before = (cartId = 'cart') => storageOf({ cart: cartOf(cartId), temporaryCustomerInfo: '{}' })
const closing = { cartId: 'cart', sent: ['line'], confirmed: ['line'], times: 1, isClosing: true }

it('a cart that was sold does not come back after a kill, and its address knows its buybacks (O34)', async () => {
  const { keepLastingCheckout, keepLastingSale } = await started()
  await keepLastingCheckout('cart', closing)
  await keepLastingSale('cart', ['buyback'])
  const storage = before()
  keepCheckout(storage, closing)
  const { recoverSales } = await started()
  expect(await recoverSales(storage)).toBe(true)
  expect(['cart', 'temporaryCustomerInfo'].map((key) => storage.getItem(key))).toEqual([null, null])
  expect([findSold(storage, 'cart'), findCheckout(storage)]).toEqual([['buyback'], null])
})

it('a cart that was killed before the answer is known to be on its way', async () => {
  const { keepLastingCheckout } = await started()
  await keepLastingCheckout('cart', closing)
  const storage = before()
  const { recoverSales } = await started()
  expect(await recoverSales(storage)).toBe(true)
  expect(storage.getItem('cart')).toBe(cartOf('cart'))
  expect(findCheckout(storage)).toEqual(closing)
  // What local storage knows itself stays as it is.
  expect(await recoverSales(storage)).toBe(false)
})

it('a checkout that was refused is forgotten, and another cart is left alone', async () => {
  const { keepLastingCheckout, keepLastingSale, recoverSales } = await started()
  await keepLastingCheckout('cart', closing)
  await keepLastingCheckout('cart', { ...closing, isClosing: false })
  await keepLastingSale('other', ['buyback'])
  for (const storage of [before(), before('third'), storageOf(), storageOf({ cart: '{' })])
    expect(await recoverSales(storage)).toBe(false)
})

it('a checkout whose end nobody knows is forgotten at the customer’s word', async () => {
  const { keepLastingCheckout, forgetLastingCheckout, recoverSales } = await started()
  await keepLastingCheckout('cart', closing)
  await forgetLastingCheckout('cart')
  expect(await recoverSales(before())).toBe(false)
})

it('twenty carts are remembered', async () => {
  const { keepLastingSale, recoverSales } = await started()
  const now = vi.spyOn(Date, 'now')
  for (let at = 0; at <= 20; at++) {
    now.mockReturnValue(at)
    await keepLastingSale(`cart-${at}`, ['buyback'])
  }
  now.mockRestore()
  const known = await Promise.all([0, 1, 20].map((at) => recoverSales(before(`cart-${at}`))))
  expect(known).toEqual([false, true, true])
})

it('a browser without a database sells all the same', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('no database', 'SecurityError')
    },
  })
  const { keepLastingSale, recoverSales } = await started()
  await keepLastingSale('cart', ['buyback'])
  expect(await recoverSales(before())).toBe(false)
})

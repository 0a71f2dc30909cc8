import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  checkoutWaitMs,
  clearCheckout,
  drawCheckout,
  failFirst,
  filledCart,
  filledIban,
} from '#tests/support/checkout-screen.tsx'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { useCart } from '../../kit/cart.tsx'
import { createSellerMemory } from '../../kit/seller-memory.ts'
import { loadSellerTools } from './seller-tools.ts'
import { SummaryScreen } from './summary-screen.tsx'

const cart = filledCart
const waitMs = checkoutWaitMs

// The numbering plans take longer to come than a screen is waited for.
beforeAll(() => loadSellerTools())
beforeEach(() => keepCart(localStorage, cart))
afterEach(clearCheckout)

const optionsIn = () => Promise.reject(new TypeError('no network'))

function Page() {
  const { isRead } = useCart()
  return isRead ? <SummaryScreen optionsIn={optionsIn} /> : null
}

/** The summary of a customer who has filled in everything. */
async function show({ failing = 0 } = {}) {
  const memory = createSellerMemory()
  memory.keep(cart.cartId, { secrets: { iban: filledIban } })
  const { place, path } = await drawCheckout(Page, {
    memory,
    path: '/cart/order-summary',
    loadTools: failFirst(failing),
  })
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await vi.waitFor(() => expect(button('Confirm the trade-in')).toBeDefined(), waitMs)
  return { place, path, button }
}

it('says that the details could not be checked, and lets the customer try again and confirm', async () => {
  const { place, path, button } = await show({ failing: 1 })
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('not be checked'), waitMs)
  expect(button('Confirm the trade-in')!.disabled).toBe(true)
  button('Try again')!.click()
  await vi.waitFor(() => expect(button('Confirm the trade-in')!.disabled).toBe(false), waitMs)
  expect(place.querySelector('[role=alert]')).toBeNull()
  button('Confirm the trade-in')!.click()
  await vi.waitFor(() => expect(path()).toBe('/cart/cart/checkout'), waitMs)
})

import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { checkoutWaitMs, clearCheckout, drawCheckout, filledCart } from '#tests/support/checkout-screen.tsx'
import { keepCart } from '#web/buyback/cart-storage.ts'
import { keepLastingSale } from '#web/buyback/durable-sales.ts'
import { useCart } from './cart.tsx'
import { createSellerMemory } from './seller-memory.ts'

afterEach(clearCheckout)

it('a cart that was sold before the browser was killed goes, though another tab has had it read already', async () => {
  keepCart(localStorage, filledCart)
  await keepLastingSale(filledCart.cartId, ['buyback'])
  const Lines = () => {
    const { cart, isRead } = useCart()
    // Effects of a component come before those of the provider around it: the provider listens by then.
    useEffect(() => void Promise.resolve().then(() => dispatchEvent(new StorageEvent('storage', { key: 'cart' }))), [])
    return <output>{isRead ? cart.cartBuybacks.length : 'unread'}</output>
  }
  const { place } = await drawCheckout(Lines, { memory: createSellerMemory(), path: '/home' })
  await vi.waitFor(() => expect(place.querySelector('output')?.textContent).toBe('0'), checkoutWaitMs)
})

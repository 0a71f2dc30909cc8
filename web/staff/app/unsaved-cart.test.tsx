import { Notifications } from '@mantine/notifications'
import { expect, it, vi } from 'vitest'
import { catalogOf, drawCounter, phoneLine, storedCart } from '#tests/support/counter-screen.tsx'
import { useCounterCart, type CounterCart } from '../features/counter/sale/use-counter-cart.ts'
import { CartButton } from './cart-button.tsx'

const catalog = catalogOf('1')

/** The header's cart beside the counter's, on a device whose storage takes no second product. */
async function cartsOnAFullDevice() {
  const drawn: CounterCart[] = []
  const Probe = () => {
    drawn.push(useCounterCart(catalog))
    return (
      <>
        <Notifications />
        <CartButton />
      </>
    )
  }
  const pages = { '/cart/summary': () => <Probe />, '/home': () => <Probe /> }
  const counter = await drawCounter(pages, { cart: storedCart(phoneLine('one')) })
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  const full = vi.spyOn(counter.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const cart = () => drawn.at(-1)!
  expect(cart().add(phoneLine('two'))).toBe(false)
  const badge = () => document.querySelector('.mantine-Indicator-indicator')?.textContent
  await vi.waitFor(() => expect(badge()).toBe('2'))
  return {
    ...counter,
    badge,
    cart,
    full,
    ids: () => cart().cart.cartBuybacks.map(({ inCartId }) => inCartId),
    /** Takes the first product out by the panel. */
    async removeFirst(): Promise<void> {
      const icon = document.querySelector<HTMLElement>('[aria-haspopup="dialog"]')!
      if (icon.getAttribute('aria-expanded') === 'false') icon.click()
      const press = (selector: string): Promise<void> =>
        vi.waitFor(() => {
          const button = document.querySelector<HTMLElement>(selector)
          if (button === null) throw new Error(`nothing is ${selector} yet`)
          button.click()
        })
      await press('[role="dialog"] li button')
      await vi.waitFor(() => {
        const dialogs = [...document.querySelectorAll('[role="dialog"]')]
        const confirm = dialogs.at(-1)?.querySelectorAll('button')
        const remove = [...(confirm ?? [])].find(({ textContent }) => textContent === 'Remove')
        if (remove === undefined) throw new Error('nothing asks yet')
        remove.click()
      })
      // The question goes with a movement.
      await vi.waitFor(() => expect(document.querySelectorAll('[role="dialog"]').length).toBeLessThan(2))
    },
  }
}

it('the panel shows and takes out what this tab alone holds', async () => {
  const { badge, cart, ids, storage, removeFirst } = await cartsOnAFullDevice()
  await removeFirst()
  await vi.waitFor(() => expect(ids()).toEqual(['two']))
  await vi.waitFor(() => expect(badge()).toBe('1'))
  const { cartId } = cart().cart
  await removeFirst()
  await vi.waitFor(() => expect(ids()).toEqual([]))
  // The next customer's cart is another one, and nothing of the former one comes back.
  expect(cart().cart.cartId).not.toBe(cartId)
  expect(storage.getItem('cart')).toBeNull()
})

it('another tab’s cart takes the place of what this tab alone held, which is said once', async () => {
  const { ids, full, storage, badge } = await cartsOnAFullDevice()
  full.mockRestore()
  storage.setItem('cart', JSON.stringify({ ...storedCart(phoneLine('three')), cartId: 'next' }))
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  await vi.waitFor(() => expect(ids()).toEqual(['three']))
  await vi.waitFor(() => expect(badge()).toBe('1'))
  const said = () => [...document.querySelectorAll('.mantine-Notification-title')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(said()).toEqual(['Another tab has changed the cart']))
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  expect(said()).toHaveLength(1)
})

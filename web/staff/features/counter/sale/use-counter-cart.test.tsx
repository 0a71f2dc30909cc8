import { expect, it, vi } from 'vitest'
import type { Cart } from '#domain/cart/cart.ts'
import { drawCounter, catalogOf, phoneLine, storedCart } from '#tests/support/counter-screen.tsx'
import { CounterSummaryPage } from './counter-summary-page.tsx'
import { useCounterCart, type CounterCart } from './use-counter-cart.ts'

const catalog = catalogOf('1')

async function cartOn(held: readonly string[], as: Partial<Cart> = {}) {
  const drawn: CounterCart[] = []
  const Probe = () => {
    const cart = useCounterCart(catalog)
    drawn.push(cart)
    return <CounterSummaryPage />
  }
  const counter = await drawCounter(
    { '/cart/summary': () => <Probe /> },
    { cart: { ...storedCart(...held.map((id) => phoneLine(id))), ...as } },
  )
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  const cart = () => drawn.at(-1)!
  return { ...counter, cart, ids: () => cart().cart.cartBuybacks.map(({ inCartId }) => inCartId) }
}

it('a product that a full storage does not take stays in the cart of this tab, which says so', async () => {
  const { cart, ids, storage, place } = await cartOn(['one'])
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(cart().add(phoneLine('two'))).toBe(false)
  await vi.waitFor(() => expect(ids()).toEqual(['one', 'two']))
  await vi.waitFor(() => expect(place.textContent).toContain('This device’s storage is full'))
  full.mockRestore()
  expect(cart().add(phoneLine('three'))).toBe(true)
  await vi.waitFor(() => expect(place.textContent).not.toContain('This device’s storage is full'))
  expect(JSON.parse(storage.getItem('cart') ?? '')).toMatchObject({ cartBuybacks: [{}, {}, {}] })
})

it('a cart that is sold does not come back from a storage that takes nothing more', async () => {
  const { cart, ids, storage } = await cartOn(['one'])
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  cart().reset()
  await vi.waitFor(() => expect(ids()).toEqual([]))
  expect(storage.getItem('cart')).toBeNull()
})

it.each([
  ['23 hours', 23, ['one'], false],
  ['25 hours', 25, [], true],
] as const)(
  'a cart that was left %s ago is of the dashboard for a day (CART-03)',
  async (_name, hours, held, isOld) => {
    const storedAt = new Date(Date.now() - hours * 3_600_000).toISOString()
    const { cart, ids } = await cartOn(['one'], { storedAt })
    expect(ids()).toEqual(held)
    expect(cart().hasExpired).toBe(isOld)
  },
)

it('follows what another tab does to the cart', async () => {
  const { ids, storage } = await cartOn(['one'])
  storage.setItem('cart', JSON.stringify({ ...storedCart(), cartId: 'next' }))
  dispatchEvent(new StorageEvent('storage', { key: 'other' }))
  expect(ids()).toEqual(['one'])
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  await vi.waitFor(() => expect(ids()).toEqual([]))
})

import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cartLine } from '#tests/support/cart-line.ts'
import { drawCounter, storedCart } from '#tests/support/counter-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CounterDeskPage } from './counter-desk-page.tsx'
import { CounterStoresPage } from './counter-stores-page.tsx'

it('an account of no store is told so at the counter', async () => {
  const user = signedInUser({ module: 'root', userType: 'admin', currentOrganization: null })
  const { place, texts } = await drawCounter({ '/buyback/create': () => <CounterDeskPage /> }, { user })
  const words = texts.t(($) => $.gate.store.none.title, { ns: 'counter' })
  await vi.waitFor(() => expect(place.textContent).toContain(words))
  expect(place.querySelector('input')).toBeNull()
})

it('the seller finds the store that is nearest to a customer by its town', async () => {
  const store = (name: string, city: string) => ({
    id: name,
    name,
    street: null,
    streetMore: null,
    zipCode: null,
    city,
  })
  const stores = { 'hydra:member': [store('Part-Dieu', 'Lyon'), store('Vieux-Lille', 'Lille')] }
  const http = (() => Promise.resolve(stores)) as unknown as Http
  const { place, texts } = await drawCounter({ '/stores': () => <CounterStoresPage /> }, { http })
  const shown = () => [...place.querySelectorAll('li strong')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(shown()).toEqual(['Part-Dieu', 'Vieux-Lille']))
  const field = place.querySelector<HTMLInputElement>('input[data-search]')!
  await userEvent.fill(field, 'lyon')
  await vi.waitFor(() => expect(shown()).toEqual(['Part-Dieu']))
  await userEvent.fill(field, 'nowhere')
  await vi.waitFor(() => expect(place.textContent).toContain(texts.t(($) => $.stores.none, { ns: 'counter' })))
})

it.each([
  [23, false],
  [25, true],
])(
  'the desk says of a cart that was begun %i hours ago that it is gone because of its age: %s',
  async (hours, isSaid) => {
    const storedAt = new Date(Date.now() - hours * 3_600_000).toISOString()
    const cart = { ...storedCart(cartLine()), storedAt }
    const { place, texts } = await drawCounter({ '/buyback/create': () => <CounterDeskPage /> }, { cart })
    const words = texts.t(($) => $.summary.expired, { ns: 'counter' })
    await vi.waitFor(() => expect(place.querySelector('input')).not.toBeNull())
    expect(place.textContent.includes(words)).toBe(isSaid)
  },
)

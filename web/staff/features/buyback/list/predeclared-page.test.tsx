import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openOffice } from '#tests/support/office-page.tsx'
import { buybackRow } from '../buyback.fixture.ts'
import { PredeclaredPage } from './predeclared-page.tsx'

const dayMs = 86_400_000
const engine = { subscribe: () => () => undefined, status: () => ({ online: true, signedOut: [] }), config: () => null }

it('predeclared buybacks tell how long their price holds, and are narrowed by that', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs + dayMs / 2).toISOString()
  const held = buybackRow({ priceHoldsUntil: inDays(11) })
  const over = buybackRow({ id: 'b2', priceHoldsUntil: inDays(-2), isPriceHeld: false })
  const { asked, rows, field, says } = await openOffice(() => <PredeclaredPage />, {
    answer: ({ query }) => {
      const found = query['isPriceHeld'] === 'false' ? [over] : [held, over]
      return { 'hydra:member': found, 'hydra:totalItems': found.length }
    },
    texts: ['buyback', 'item'],
    engine,
    pages: ['/buybacks-predeclared'],
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  const told = rows().map(({ textContent }) => textContent)
  expect(told[0]).toContain('encore 11 jours')
  expect(told[1]).toContain('Expiré')
  await userEvent.click(await field('Prix'))
  const choice = await vi.waitUntil(() =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      ({ textContent }) => textContent === 'Prix expiré',
    ),
  )
  choice.click()
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  await says('Expiré')
  expect(asked.at(-1)?.query).toMatchObject({ isPriceHeld: 'false' })
})

it('without a network the device’s copy stands there at once, and the server is not waited for', async () => {
  const away = { ...engine, status: () => ({ online: false, signedOut: [] }) }
  const copy = { copyInfo: () => Promise.resolve(null), list: () => Promise.resolve({ rows: [], total: 0 }) }
  const { asked, place } = await openOffice(() => <PredeclaredPage />, {
    answer: () => null,
    texts: ['buyback', 'item', 'warehouse'],
    engine: { ...away, ...copy },
    pages: ['/buybacks-predeclared'],
  })
  await vi.waitFor(() => expect(place.querySelector('h1')).not.toBeNull())
  expect(asked.filter(({ path }) => path.includes('predeclared'))).toEqual([])
})

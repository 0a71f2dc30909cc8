import { expect, it, vi } from 'vitest'
import { drawCounter } from '#tests/support/counter-screen.tsx'
import { CounterCategoriesPage } from './counter-categories-page.tsx'
import { SearchPage } from './counter-desk-page.tsx'
import { CounterResultsPage } from './counter-results-page.tsx'

it.each([
  ['/search', () => <SearchPage />],
  ['/results', () => <CounterResultsPage search={{}} />],
  ['/categories', () => <CounterCategoriesPage />],
])('a code that nothing has is told at %s', async (path, page) => {
  const { place, scan } = await drawCounter({ [path]: page })
  await vi.waitFor(() => {
    scan('4711')
    expect(place.textContent).toContain('4711 belongs to no product')
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { ListedItem } from '#web/local/list/list-query.ts'
import { WorkItems } from './work-items.tsx'

afterEach(() => void vi.useRealTimers())

const item = {
  id: 'i',
  code: '20000018',
  work: 'test',
  status: 'item_awaiting_compliancy_tests',
  buybackStatus: 'bb_in_processing',
  promisedOn: '2026-11-26',
  createdAtMs: 0,
  brand: null,
  productLabel: null,
} as unknown as ListedItem

it('a product is late from midnight on, also on a screen that stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-11-26T22:58:30Z') })
  const { place } = await drawScreen(<WorkItems items={[item]} more={0} hidesKind={false} onOpen={() => undefined} />, {
    language: 'en-GB',
    texts: ['item', 'warehouse'],
    engine: { subscribe: () => () => undefined, config: () => null },
  })
  const isLate = (): boolean => place.querySelector('svg') !== null
  await vi.waitFor(() => expect(place.querySelector('li')).not.toBeNull())
  expect(isLate()).toBe(false)
  vi.advanceTimersByTime(120_000)
  await vi.waitFor(() => expect(isLate()).toBe(true))
})

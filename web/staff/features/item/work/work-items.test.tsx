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
    engine: { subscribe: () => () => undefined, config: () => null, status: () => ({}) },
  })
  const isLate = (): boolean => place.querySelector('svg') !== null
  await vi.waitFor(() => expect(place.querySelector('li')).not.toBeNull())
  expect(isLate()).toBe(false)
  vi.advanceTimersByTime(120_000)
  await vi.waitFor(() => expect(isLate()).toBe(true))
})

it('an age is that of the server’s clock where the device’s is two years ahead (F23)', async () => {
  const ahead = 2 * 365 * 86_400_000
  const undated = {
    ...item,
    promisedOn: null,
    createdAtMs: Date.now() - 2 * 86_400_000 - ahead,
  } as unknown as ListedItem
  const { place } = await drawScreen(
    <WorkItems items={[undated]} more={0} hidesKind={false} onOpen={() => undefined} />,
    {
      language: 'en-GB',
      texts: ['item', 'warehouse'],
      engine: { subscribe: () => () => undefined, config: () => null, status: () => ({ clockAheadMs: ahead }) },
    },
  )
  await vi.waitFor(() => expect(place.querySelector('li')?.textContent).toMatch(/For 2\sj/))
})

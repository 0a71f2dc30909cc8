import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { config } from '#tests/support/rows.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ItemTable } from './item-table.tsx'
import type { ItemList } from './use-item-list.ts'

afterEach(() => page.viewport(414, 896))

const list: ItemList = {
  total: 1500,
  facets: null,
  isStale: false,
  error: null,
  isWaiting: false,
  rowAt: () => undefined,
  show: () => undefined,
  retry: () => undefined,
}

it.each([
  ['high rows of a narrow screen', 360, 96],
  ['low rows of a wide one', 1280, 48],
])('a list begins where it was left, in the %s', async (_name, width, height) => {
  await page.viewport(width, 800)
  const top = 1400 * height
  const { place } = await drawScreen(
    <ItemTable
      list={list}
      total={1500}
      listKey="{}"
      startTop={top}
      query={{ filter: {}, search: '', sort: 'createdAt', order: 'asc' }}
      chosen={null}
      onChoose={() => undefined}
      isAllChosen={false}
      onChooseAll={() => undefined}
      onChange={() => undefined}
      onOpen={() => undefined}
    />,
    {
      language: 'en-GB',
      texts: ['item', 'warehouse'],
      engine: { subscribe: () => () => undefined, config: () => config, copyInfo: () => null },
    },
  )
  await vi.waitFor(() => expect(place.querySelector('[data-index="1400"]')).not.toBeNull())
  expect(place.querySelector('[role=grid]')?.scrollTop).toBe(top)
})

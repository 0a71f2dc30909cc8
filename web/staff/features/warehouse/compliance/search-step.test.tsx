import { expect, it, vi } from 'vitest'
import { config, otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine.ts'
import type { Photos } from '#web/local/photos.ts'
import { SearchStep } from './search-step.tsx'

it('tests under way are those that may still be done here', async () => {
  const waiting = { status: 'item_awaiting_compliancy_tests', warehouseId: warehouse } as const
  const items = [
    row(1, { ...waiting, productLabel: 'Still to test' }),
    testedRow(2, { productLabel: 'Tested by a colleague' }),
    row(3, { ...waiting, warehouseId: otherWarehouse, productLabel: 'Gone elsewhere' }),
    row(4, { status: 'item_in_quarantine', warehouseId: warehouse, productLabel: 'In quarantine' }),
  ]
  const drafts = { ofUser: () => Promise.resolve(items.map(({ id }) => ({ itemId: id }))) }
  const view = (ids: readonly string[]) =>
    Promise.resolve(ids.map((id) => ({ item: items.find((one) => one.id === id) })))
  await drawScreen(
    <SearchStep
      engine={{ view } as unknown as Engine}
      photos={{ store: { drafts } } as unknown as Photos}
      userId="u1"
      place={{ warehouseId: warehouse, config }}
      hasCamera={false}
      onCode={() => undefined}
      onItem={() => undefined}
      onCamera={() => undefined}
    />,
    { language: 'en-GB', texts: ['compliance', 'warehouse'] },
  )
  const begun = await vi.waitUntil(() => document.querySelector('section[aria-label="Tests under way"]'))
  expect([...begun.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Still to test'),
  ])
})

import { expect, it, vi } from 'vitest'
import { config, facts, otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import { SearchStep } from './search-step.tsx'
import { newDraft } from './test-draft.ts'

const waiting = { status: 'item_awaiting_compliancy_tests', warehouseId: warehouse } as const

/** The search of a device that keeps a begun test of each of these products, the latest first. */
async function drawSearch(items: readonly ItemRow[], value: unknown = null) {
  const drafts = { ofUser: () => Promise.resolve(items.map(({ id }) => ({ itemId: id, value }))) }
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
}

/** Names of the products whose test may be gone on with. */
async function offered() {
  const begun = await vi.waitUntil(() => document.querySelector('section[aria-label="Tests under way"]'))
  return [...begun.querySelectorAll('strong')].map(({ textContent }) => textContent)
}

it('tests under way are those that may still be done here', async () => {
  const items = [
    row(1, { ...waiting, productLabel: 'Still to test' }),
    testedRow(2, { productLabel: 'Tested by a colleague' }),
    row(3, { ...waiting, warehouseId: otherWarehouse, productLabel: 'Gone elsewhere' }),
    row(4, { status: 'item_in_quarantine', warehouseId: warehouse, productLabel: 'In quarantine' }),
  ]
  await drawSearch(items)
  expect(await offered()).toEqual([expect.stringContaining('Still to test')])
})

it('tests that are done by others push none aside that goes on', async () => {
  const done = Array.from({ length: 20 }, (_, at) => testedRow(10 + at, { productLabel: 'Tested' }))
  const going = Array.from({ length: 22 }, (_, at) => row(40 + at, { ...waiting, productLabel: `Phone ${at}` }))
  await drawSearch([...done, ...going])
  const names = await offered()
  expect([names.length, names[0]]).toEqual([20, expect.stringContaining('Phone 0')])
})

it('a test is not gone on with once its product has been tested since', async () => {
  const tested = (n: number, opId: string) =>
    row(n, { ...waiting, productLabel: `After ${opId}`, facts: facts({ control: { opId } as never }) })
  await drawSearch([tested(1, 'first'), tested(2, 'second')], newDraft(tested(1, 'first')))
  expect(await offered()).toEqual(['After first'])
})

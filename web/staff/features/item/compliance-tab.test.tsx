import { expect, it, vi } from 'vitest'
import type { Control } from '#sync/wire/item-facts.ts'
import { config, declaration, facts, testedRow } from '#tests/support/floor-world.ts'
import { clearScreens, drawScreen } from '#tests/support/staff-screen.tsx'
import { ConformityTab } from './compliance-tab.tsx'
import { shownItem } from './shown-item.ts'

const reached = Date.UTC(2026, 10, 21, 14, 11)

/** What the tab says of when a product was tested. */
async function show(done: Pick<Control, 'doneAtMs'>): Promise<string> {
  const control: Control = {
    outcome: 'conforming',
    productId: declaration.productId,
    answers: [],
    grade: null,
    priceCents: null,
    absorbedCents: 0,
    setAside: null,
    photos: [],
    atMs: reached,
    ...done,
  }
  const item = shownItem(testedRow(1, { facts: facts({ control }) }), null)!
  const { place } = await drawScreen(<ConformityTab item={item} />, {
    language: 'en-GB',
    texts: ['item', 'warehouse'],
    engine: { subscribe: () => () => undefined, config: () => config, copyInfo: () => null },
  })
  await vi.waitFor(() => expect(place.querySelector('dd')).not.toBeNull())
  return place.querySelector('dd')!.textContent
}

it('a test is told by when its device made it, and by when it counts where an earlier version kept only that (F4)', async () => {
  expect(await show({ doneAtMs: reached - 5 * 60_000 })).toMatch(/:06/)
  clearScreens()
  expect(await show({})).toMatch(/:11/)
})

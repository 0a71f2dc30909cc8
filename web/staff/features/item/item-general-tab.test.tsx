import { expect, it, vi } from 'vitest'
import { config, facts, testedRow } from '#tests/support/floor-world.ts'
import { clearScreens, drawScreen } from '#tests/support/staff-screen.tsx'
import { GeneralTab } from './item-general-tab.tsx'
import { shownItem } from './shown-item.ts'

/** The facts of a product by their names. */
async function show(missingSinceMs: number | null): Promise<Readonly<Record<string, string>>> {
  const item = shownItem(testedRow(1, { facts: facts({ missingSinceMs }) }), null)!
  const { place } = await drawScreen(<GeneralTab item={item} />, {
    language: 'en-GB',
    texts: ['item', 'warehouse'],
    engine: { subscribe: () => () => undefined, config: () => config, copyInfo: () => null },
  })
  await vi.waitFor(() => expect(place.textContent).toContain('Situation'))
  const names = [...place.querySelectorAll('dt')]
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']))
}

it('a product that a stock count misses says since when, and no other says anything of it', async () => {
  const since = 'Missing in the stock count since'
  expect((await show(Date.UTC(2026, 10, 21, 9, 30)))[since]).toContain('21')
  clearScreens()
  expect(await show(null)).not.toHaveProperty([since])
})

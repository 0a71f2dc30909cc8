import { describe, expect, it, vi } from 'vitest'
import type { WorkKind } from '#domain/item/next-work.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ItemListPage, ItemListQuery, ListedItem } from '#web/local/list/list-query.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { WorkScreen } from './work-screen.tsx'

const kinds: readonly WorkKind[] = ['test', 'pack']
const packed = { id: 'i', code: '20000018', work: 'pack', status: 'item_completed' } as unknown as ListedItem

/** Nothing is to be tested, and one product to be packed. */
const engine = {
  subscribe: () => () => undefined,
  isCopyMissed: () => false,
  config: () => null,
  status: () => ({}),
  capturedSince: async () => [],
  listItems: async ({ filter, limit }: ItemListQuery): Promise<ItemListPage> => {
    const total = filter.works?.includes('pack') === true && filter.promisedTo === undefined ? 1 : 0
    const facets = { statuses: {}, stocks: {}, brands: {}, works: { pack: 1 } } as unknown as ItemListPage['facets']
    return { rows: total === 0 || limit === 0 ? [] : [packed], total, itemCount: 1, facets }
  },
} as unknown as Engine

async function open(chosen: WorkKind | null) {
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={scannedInto().hub}>
        <WorkScreen
          {...{ engine, kinds, chosen }}
          isCheckInHidden={false}
          warehouseIds={['w']}
          onChoose={() => undefined}
          sort="urgency"
          onSort={() => undefined}
          onOpen={() => undefined}
        />
      </ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['item', 'warehouse', 'scan'] },
  )
  await vi.waitFor(() => expect(place.textContent).toContain('Scan'))
  return place
}

describe('a kind of work that nothing awaits any more', () => {
  it('says so, while others have their products', async () => {
    const place = await open('test')
    await vi.waitFor(() => expect(place.textContent).toContain('No product awaits this action in this warehouse'))
    expect(place.querySelector('[role="group"]')).toBeNull()
  })
})

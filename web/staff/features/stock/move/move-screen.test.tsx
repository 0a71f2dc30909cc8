import { expect, it, vi } from 'vitest'
import { config, operator, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { MoveScreen } from './move-screen.tsx'

const line = {
  id: 'l',
  code: '20000018',
  label: 'Phone',
  capturedAtMs: 1,
  state: 'saved',
  opId: 'o',
  op: { op: { type: 'moveItem', actor: operator } },
  details: {
    itemId: 'i',
    stockId: 's',
    fromStock: null,
    verdict: { ...scanResultStyles.accepted, word: 'moved', place: 'Shelf', reason: null },
  },
}
const engine = {
  subscribe: () => () => undefined,
  status: () => ({ online: true }),
  config: () => config,
  lines: async () => [line],
  view: async () => [{ item: { id: 'i', last: { opId: 'o' } } }],
  listItems: async () => ({ facets: { stocks: {} } }),
} as unknown as Engine

it('names what an undo takes back while no stock is chosen, too', async () => {
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={scannedInto().hub}>
        <MoveScreen
          {...{ engine, config }}
          warehouseId={warehouse}
          online
          stockId={null}
          onStock={() => undefined}
          onWarehouse={null}
        />
      </ScannerContext>
    </FeedbackProvider>,
    {
      language: 'en-GB',
      texts: ['stock', 'warehouse', 'scan', 'shell'],
      engine,
      user: signedInUser({ id: operator, module: 'rps', userType: 'warehouse_operator' }),
    },
  )
  await vi.waitFor(() => expect(place.querySelector('[data-testid=undo-target]')?.textContent).toContain('Phone'))
})

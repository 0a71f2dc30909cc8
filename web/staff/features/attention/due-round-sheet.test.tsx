import { expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { DueRoundSheet } from './due-round-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'

const entry: TrayEntry = {
  opId: '1',
  type: 'endCheckInRound',
  args: {},
  code: null,
  product: null,
  capturedAtMs: 1,
  authorName: 'Ada',
  mayResolve: true,
  reason: 'ITEM_STATUS_NOT_ELIGIBLE',
  causeOp: null,
  due: null,
  item: null,
  blocked: [],
}

async function open(comment: string) {
  const { hub, scan } = scannedInto()
  await drawScreen(
    <ScannerContext value={hub}>
      <DueRoundSheet
        entry={entry}
        due={{ distinctNow: 2, typedCount: 3, comment, isOwn: true }}
        onEnd={async () => 'STOCK_NOT_ALLOWED'}
        onDiscard={() => undefined}
        onClose={() => undefined}
      />
    </ScannerContext>,
    { language: 'en-GB', texts: ['sync', 'warehouse', 'errors'] },
  )
  const sheet = await vi.waitUntil(() => document.querySelector<HTMLElement>('dialog[open]'))
  await vi.waitFor(() => expect(sheet.querySelector('textarea')?.value).toBe(comment))
  const alert = () => sheet.querySelector('[role=alert]')?.textContent ?? null
  return { scan, sheet, alert }
}

it('a comment takes away what asked for one', async () => {
  const { scan, sheet, alert } = await open('')
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(alert()).not.toBeNull())
  scan('RPR:B')
  await vi.waitFor(() => expect(sheet.querySelector('textarea')?.value).not.toBe(''))
  await vi.waitFor(() => expect(alert()).toBeNull())
})

it('another comment leaves what was said of anything else', async () => {
  const { scan, sheet, alert } = await open('Counted twice')
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(alert()).not.toBeNull())
  const refusal = alert()
  scan('RPR:B')
  await vi.waitFor(() => expect(sheet.querySelector('textarea')?.value).not.toBe('Counted twice'))
  expect(alert()).toBe(refusal)
})

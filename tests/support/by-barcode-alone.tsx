import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { commandCode, type ScanCommand } from '#domain/item/resolve-code.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { CheckInLine } from '#web/staff/features/check-in/check-in-line.ts'
import { MeaninglessNotice } from '#web/staff/app/meaningless-notice.tsx'
import { config, testedRow } from './floor-world.ts'
import { scannedInto } from './scanned-into.ts'
import { drawScreen } from './staff-screen.tsx'

/** What a state of a floor screen has to be left, answered or taken back by: `did` is heard once the way is scanned. */
interface Way {
  readonly name: string
  readonly scans: readonly ScanCommand[]
  /** What is done then, as the first argument of `did`. */
  readonly does: string
}
export interface SheetState {
  readonly name: string
  readonly draw: (did: (what: string) => void) => ReactNode
  readonly ways: readonly Way[]
  /** Where the state does not go on without a reason: the scans that have it ask for one, and the one that gives it. */
  readonly explained?: { readonly asks: readonly ScanCommand[]; readonly reason: ScanCommand }
}

export const leave = (does = 'close'): Way => ({ name: 'left', scans: ['CANCEL'], does })
export const way = (name: string, scans: readonly ScanCommand[], does: string): Way => ({ name, scans, does })

const sheetTexts = [
  'sync',
  'item',
  'warehouse',
  'compliance',
  'stock',
  'document',
  'expedition',
  'refurb',
  'scan',
  'shell',
] as const

/** The engine of a device that holds tested products. */
export const barcodeDevice = {
  subscribe: () => () => undefined,
  config: () => config,
  copyInfo: () => null,
  view: (ids: readonly string[]) => Promise.resolve(ids.map((id) => ({ item: { ...testedRow(1), id } }))),
} as unknown as Engine

/** A refused scan of a check-in round. */
export const refusedLine: CheckInLine = {
  lineId: 'l',
  listId: 'r',
  code: '20000018',
  capturedAtMs: 1,
  state: 'refused',
  verdict: null,
  label: null,
  opId: 'o',
  itemId: null,
  reason: 'STOCK_NOT_ALLOWED',
  details: null,
  undoable: false,
}

/** Draws a sheet where a scanner and the notice of a meaningless barcode are. */
export async function drawSheet(draw: SheetState['draw'], engine: Engine = barcodeDevice) {
  const did = vi.fn<(what: string) => void>()
  const { hub, scan } = scannedInto()
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        {draw(did)}
        <MeaninglessNotice />
      </ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: sheetTexts, engine },
  )
  await vi.waitUntil(() => document.querySelector('dialog[open]'), { timeout: 10_000 })
  return { did, scan }
}

async function open(draw: SheetState['draw']) {
  const { did, scan } = await drawSheet(draw)
  await drawn()
  return { did, scan: (command: ScanCommand) => scan(commandCode(command)), scanText: scan }
}

/** Lets React draw what a scan has changed, and its listeners settle: so many frames of the page, however slow it is. */
async function drawn(): Promise<void> {
  for (let frame = 0; frame < 5; frame += 1) {
    await new Promise(requestAnimationFrame)
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** Proves of each state that barcodes alone leave it, answer it and take it back, and that others do nothing. */
export function testByBarcodeAlone(states: readonly SheetState[]): void {
  describe.each(states)('by barcode alone $name', ({ draw, ways, explained }) => {
    it.each(ways)('is $name', async ({ scans, does }) => {
      const { did, scan } = await open(draw)
      for (const command of scans) {
        scan(command)
        await drawn()
      }
      await vi.waitFor(() => expect(did.mock.calls.map(([what]) => what)).toContain(does))
    })

    it('says of a command that does nothing there that it does nothing (F6)', async () => {
      const { did, scan } = await open(draw)
      scan('PACKAGE')
      await vi.waitFor(() =>
        expect(document.querySelector('[popover]:popover-open')?.textContent).toBe('This code does nothing here'),
      )
      expect(did).not.toHaveBeenCalled()
    })

    it('says of a command that there is not that it does nothing, and stays open', async () => {
      const { did, scanText } = await open(draw)
      scanText('RPR:NOSUCH')
      await vi.waitFor(() =>
        expect(document.querySelector('[popover]:popover-open')?.textContent).toBe('This code does nothing here'),
      )
      expect(did).not.toHaveBeenCalled()
    })

    it.each(explained === undefined ? [] : [explained])(
      'takes away what asks for a reason once $reason is scanned (F12)',
      async ({ asks, reason }) => {
        const { did, scan } = await open(draw)
        for (const command of asks) {
          scan(command)
          await drawn()
        }
        const asked = () => /is needed|Give a reason/.exec(document.querySelector('dialog[open]')?.textContent ?? '')
        await vi.waitFor(() => expect(asked()).not.toBeNull())
        scan(reason)
        await vi.waitFor(() => expect(asked()).toBeNull())
        // A sheet that is gone asks for nothing either.
        expect(document.querySelector('dialog[open]')).not.toBeNull()
        expect(did).not.toHaveBeenCalled()
      },
    )
  })
}

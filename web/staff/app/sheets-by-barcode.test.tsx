import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answerCommands, commandCode, stockCode, type ScanCommand } from '#domain/item/resolve-code.ts'
import { drawSheet, refusedLine } from '#tests/support/by-barcode-alone.tsx'
import { config, native, row, shelf, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { clearScreens } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import type { CheckInLine } from '../features/check-in/check-in-line.ts'
import { CheckInSheets } from '../features/check-in/check-in-sheets.tsx'
import { PhotoSheet } from '../features/compliance/photo-sheet.tsx'
import { ProductSheet } from '../features/compliance/product-sheet.tsx'
import { PrintDialog } from '../features/document/print-dialog.tsx'
import { PackingQuestions } from '../features/expedition/packing-questions.tsx'
import { UndoStartSheet } from '../features/refurb/diagnosis/undo-start-sheet.tsx'
import { FloorConfirm } from './floor-confirm.tsx'

const nothing = (): void => undefined
type Did = (what: string) => void

const device = {
  subscribe: () => () => undefined,
  config: () => config,
  viewed: () => null,
  view: async (ids: readonly string[]) => ids.map((id) => ({ item: { ...testedRow(1), id, last: { opId: 'o' } } })),
} as unknown as Engine
const photos = { store: { bytes: async () => null } } as unknown as Photos

/** The sheet of one scan of a round. */
const scanned = (did: Did, change: Partial<CheckInLine>) => {
  const shown = { ...refusedLine, ...change }
  return (
    <CheckInSheets
      {...({
        sheet: { kind: 'line', line: shown },
        state: { choosing: null, options: { stockId: null, comment: '' } },
        session: {
          undo: async () => did('undo'),
          reopen: async () => did('choose'),
          changeStock: async (_: CheckInLine, { name }: { readonly name: string }) => did(`to ${name}`),
        },
        lines: [shown],
        place: { warehouseId: warehouse, config },
        settings: { volume: 1, vibration: false },
      } as unknown as Parameters<typeof CheckInSheets>[0])}
      engine={device}
      onSettings={nothing}
      onAttention={() => did('tray')}
      onSingle={nothing}
      onWarehouse={null}
      onScan={({ resolution }) => did(resolution.code)}
      onClose={() => did('close')}
    />
  )
}
const options = (did: Did) => (
  <CheckInSheets
    {...({
      sheet: { kind: 'options' },
      state: { choosing: null, options: { stockId: null, comment: '' } },
      session: { setOptions: nothing },
      lines: [],
      place: { warehouseId: warehouse, config },
      settings: { volume: 1, vibration: false },
    } as unknown as Parameters<typeof CheckInSheets>[0])}
    engine={device}
    onSettings={nothing}
    onAttention={nothing}
    onSingle={nothing}
    onWarehouse={null}
    onScan={nothing}
    onClose={() => did('close')}
  />
)
const packing = (did: Did, state: object) => (
  <PackingQuestions
    session={
      {
        dismiss: () => did('close'),
        handOverReturn: () => did('hand over'),
        choose: ({ code }: { readonly code: string }) => did(code),
        sendTo: nothing,
      } as unknown as Parameters<typeof PackingQuestions>[0]['session']
    }
    state={
      { asking: null, choosing: null, waiting: [], ...state } as unknown as Parameters<
        typeof PackingQuestions
      >[0]['state']
    }
    origin={{ type: 'warehouse', warehouseId: warehouse }}
    config={config}
  />
)

interface Sheet {
  readonly name: string
  readonly draw: (did: Did) => ReactNode
  /** Commands, and what each does there. */
  readonly ways: readonly (readonly [ScanCommand, string])[]
}

// The sheets that a tap opens, and those that only ask; `barcode-alone.test.tsx` walks the ones that work is done in.
const sheets: readonly Sheet[] = [
  {
    name: 'a question of the app',
    draw: (did) => (
      <FloorConfirm
        data={{ title: 'Sign out?', content: '', confirm: () => did('confirm') }}
        onClose={() => did('close')}
      />
    ),
    ways: [
      ['CANCEL', 'close'],
      ['CONFIRM', 'confirm'],
    ],
  },
  {
    name: 'a scan of the round that was refused',
    draw: (did) => scanned(did, {}),
    ways: [
      ['CANCEL', 'close'],
      ['CONFIRM', 'tray'],
    ],
  },
  {
    name: 'a scan of the round that can be taken back',
    draw: (did) => scanned(did, { state: 'saved', reason: null, undoable: true }),
    ways: [
      ['CANCEL', 'close'],
      ['UNDO', 'undo'],
      ['CONFIRM', 'close'],
    ],
  },
  {
    name: 'the settings of the check-in',
    draw: options,
    ways: [
      ['CANCEL', 'close'],
      ['CONFIRM', 'close'],
    ],
  },
  {
    name: 'a photo of a test',
    draw: (did) => (
      <PhotoSheet
        {...{ photos, photoId: 'p', number: 1 }}
        onRemove={() => did('remove')}
        onClose={() => did('close')}
      />
    ),
    ways: [['CANCEL', 'close']],
  },
  {
    name: 'the search for a model',
    draw: (did) => (
      <ProductSheet first="" categoryId={null} online={false} onPick={nothing} onClose={() => did('close')} />
    ),
    ways: [['CANCEL', 'close']],
  },
  {
    name: 'the question whether the answers of a diagnosis go',
    draw: (did) => <UndoStartSheet count={2} onErase={() => did('erase')} onClose={() => did('close')} />,
    ways: [['CANCEL', 'close']],
  },
  {
    name: 'the question where to print',
    draw: (did) => (
      <PrintDialog
        printing={{ request: { kind: 'item_label', id: 'i' }, problem: null }}
        online={false}
        busy={false}
        first={{ target: { type: 'device' }, media: 'a4' }}
        localSheet={async () => null}
        onPrint={() => did('print')}
        onClose={() => did('close')}
      />
    ),
    ways: [
      ['CANCEL', 'close'],
      ['CONFIRM', 'print'],
    ],
  },
  {
    name: 'the question whether a return leaves',
    draw: (did) => packing(did, { asking: { item: row(1), code: '20000018', isReturn: true } }),
    ways: [
      ['CANCEL', 'close'],
      ['CONFIRM', 'hand over'],
      ['A', 'hand over'],
    ],
  },
  {
    name: 'the question which product a package gets',
    draw: (did) => packing(did, { choosing: { code: '20000018', items: [testedRow(1), testedRow(2)] } }),
    ways: [
      ['CANCEL', 'close'],
      ['B', testedRow(2).code],
    ],
  },
]

async function open(draw: Sheet['draw']) {
  const { did, scan } = await drawSheet(draw, device)
  await new Promise(requestAnimationFrame)
  return {
    done: () => did.mock.calls.map(([what]) => what),
    scan: (command: ScanCommand) => scan(commandCode(command)),
    scanText: scan,
  }
}

describe.each(sheets)('over the floor $name', ({ draw, ways }) => {
  it.each(ways)('is answered by %s', async (command, does) => {
    const { scan, done } = await open(draw)
    scan(command)
    await vi.waitFor(() => expect(done()).toContain(does))
  })

  it('says of a command that does nothing there that it does nothing (F6)', async () => {
    const { scan, done } = await open(draw)
    scan('PACKAGE')
    await vi.waitFor(() =>
      expect(document.querySelector('[popover]:popover-open')?.textContent).toBe('This code does nothing here'),
    )
    expect(done()).toEqual([])
  })

  it.each([
    ['a stock that it does not offer', stockCode(native('in_quarantine'))],
    ['a command that there is not', 'RPR:NOSUCH'],
  ])('says of the barcode of %s that it does nothing, and stays open', async (_, text) => {
    const { scanText, done } = await open(draw)
    scanText(text)
    await vi.waitFor(() =>
      expect(document.querySelector('[popover]:popover-open')?.textContent).toBe('This code does nothing here'),
    )
    expect(done()).toEqual([])
  })
})

describe('the scan of a product that has passed its test', () => {
  const stocks = async () => {
    const opened = await open((did) => scanned(did, { state: 'saved', reason: null, itemId: 'i', undoable: true }))
    await vi.waitUntil(() => document.querySelector('dialog kbd'))
    return opened
  }

  it('goes to another stock by the barcode of its place, or by its letter', async () => {
    const byPlace = await stocks()
    byPlace.scanText(stockCode(shelf))
    await vi.waitFor(() => expect(byPlace.done()).toEqual(['close', 'to Shelf 1']))
    clearScreens()
    const byLetter = await stocks()
    const at = [...document.querySelectorAll('dialog li')].findIndex(({ textContent }) => textContent.includes('Bench'))
    byLetter.scan(answerCommands[at]!)
    await vi.waitFor(() => expect(byLetter.done()).toEqual(['close', 'to Bench']))
  })

  it('stays where it is by the barcode of a stock that it may not go to', async () => {
    const { scanText, done } = await stocks()
    scanText(stockCode(native('in_quarantine')))
    await vi.waitFor(() => expect(document.querySelector('[popover]:popover-open')).not.toBeNull())
    expect(done()).toEqual([])
  })
})

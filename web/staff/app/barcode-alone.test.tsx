import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { commandCode, type ScanCommand } from '#domain/item/resolve-code.ts'
import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { config, operator, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { DiscardSheet } from '../features/attention/discard-sheet.tsx'
import { DueRoundSheet } from '../features/attention/due-round-sheet.tsx'
import { ResolveSheet } from '../features/attention/resolve-sheet.tsx'
import { SettleAllSheet } from '../features/attention/settle-all-sheet.tsx'
import type { TrayEntry } from '../features/attention/tray-entry.ts'
import type { CheckInLine } from '../features/check-in/check-in-line.ts'
import { EndRoundSheet } from '../features/check-in/end-round-sheet.tsx'
import { LeaveSheet } from '../features/compliance/leave-sheet.tsx'
import { SetAsideSheet } from '../features/compliance/set-aside-sheet.tsx'
import { CancelSheet } from '../features/refurb/item-steps/cancel-sheet.tsx'
import { CompleteSheet } from '../features/refurb/item-steps/complete-sheet.tsx'
import { ConnectionSheet } from '../features/sync/connection-sheet.tsx'
import { calmConnection } from '../features/sync/connection-tone.ts'
import { AbandonCountSheet } from '../features/stock/count/abandon-count-sheet.tsx'
import type { CountSession } from '../features/stock/count/count-session.ts'
import { DifferencesSheet } from '../features/stock/count/differences-sheet.tsx'
import { EndCountSheet } from '../features/stock/count/end-count-sheet.tsx'
import { tallyCount } from '../features/stock/count/tally.ts'
import { ChooseItemSheet } from '../ui/floor/choose-item-sheet.tsx'
import { MeaninglessNotice } from './meaningless-notice.tsx'

const nothing = (): void => undefined
const settled = async () => null
const entry: TrayEntry = {
  opId: '1',
  type: 'checkInItem',
  args: {},
  code: '20000018',
  product: 'Phone',
  capturedAtMs: 1,
  authorName: 'Ada',
  mayResolve: true,
  reason: 'ITEM_STATUS_NOT_ELIGIBLE',
  causeOp: null,
  due: null,
  item: null,
  blocked: [],
}
const fallen: TrayEntry = { ...entry, opId: '2', type: 'moveItem', causeOp: '1' }
const line: CheckInLine = {
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
const stock = { id: 's', warehouseId: warehouse, name: 'Shelf', native: null, location: null } as StockRow
const differences = ['a', 'b'].map((itemId) => ({ itemId, resolution: 'open' as const }))
const feedback = { drawn: null, answer: () => false }
const items = [1, 2].map((number) => testedRow(number))
const step = plannedSteps(config.refurbSteps ?? [], warehouse)[0] as ItemStep
const device = {
  subscribe: () => () => undefined,
  config: () => config,
  copyInfo: () => null,
  view: (ids: readonly string[]) => Promise.resolve(ids.map((id) => ({ item: { ...testedRow(1), id } }))),
} as unknown as Engine
const workshop = { engine: device, userId: operator, warehouseId: warehouse, config }
const inHand = { workshop, item: testedRow(1), steps: [step], deviceId: null }

/** What a state of a floor screen has to be left, answered or taken back by: `did` is heard once the way is scanned. */
interface Way {
  readonly name: string
  readonly scans: readonly ScanCommand[]
  /** What is done then, as the first argument of `did`. */
  readonly does: string
}
interface State {
  readonly name: string
  readonly draw: (did: (what: string) => void) => ReactNode
  readonly ways: readonly Way[]
}

const leave = (does = 'close'): Way => ({ name: 'left', scans: ['CANCEL'], does })
const way = (name: string, scans: readonly ScanCommand[], does: string): Way => ({ name, scans, does })

const roundEnd = (did: (what: string) => void, parts: Partial<Parameters<typeof EndRoundSheet>[0]> = {}) => (
  <EndRoundSheet
    distinct={1}
    waiting={0}
    undecided={[]}
    refused={[]}
    commentNeeded={false}
    onEnd={({ typedCount, comment }) => {
      did(`end ${typedCount} ${comment === '' ? 'plain' : 'explained'}`)
      return settled()
    }}
    onScan={nothing}
    onClose={() => did('close')}
    onAttention={() => did('tray')}
    onChoose={() => did('choose')}
    {...parts}
  />
)
const counted = (did: (what: string) => void, kind: 'missing' | 'unexpected') => (
  <DifferencesSheet
    {...{ config, stock, differences, feedback, kind }}
    engine={device}
    session={
      {
        resolve: (ids: readonly string[], decision: string) => {
          did(`${ids.join()} ${decision}`)
          return settled()
        },
      } as unknown as CountSession
    }
    resolving={null}
    onScan={nothing}
    onClose={() => did('close')}
  />
)

const connection = (did: (what: string) => void, view = calmConnection) => (
  <ConnectionSheet
    {...{ view, lastSyncAtMs: null, copyCount: 1, loadingCount: null, deviceId: null, signedOutWork: [] }}
    photos={{ waiting: 0, refused: 0 }}
    looksAfterHeld={false}
    onSync={async () => did('sync')}
    onExport={async () => undefined}
    onAudit={async () => 'same'}
    onSignIn={() => did('sign in')}
    onUpdate={async () => undefined}
    onAttention={nothing}
    onClose={() => did('close')}
  />
)

const states: readonly State[] = [
  {
    name: 'the state of the connection',
    draw: (did) => connection(did),
    ways: [leave(), way('answered', ['CONFIRM'], 'sync'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'a connection that asks for a sign-in',
    draw: (did) => connection(did, { ...calmConnection, signInNeeded: true }),
    ways: [leave(), way('answered', ['CONFIRM'], 'sign in')],
  },
  {
    name: 'a question which product is meant',
    draw: (did) => (
      <ChooseItemSheet
        code="20000018"
        items={items}
        answers={ChoiceCommands}
        onPick={({ id }) => did(`item ${items.findIndex((item) => item.id === id)}`)}
        onLater={() => did('close')}
      />
    ),
    ways: [leave(), way('answered', ['B'], 'item 1'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'the reasons to set a product aside',
    draw: (did) => <SetAsideSheet onPick={did} onClose={() => did('close')} />,
    ways: [leave(), way('answered', ['B'], 'stolen')],
  },
  {
    name: 'a test that is left',
    draw: (did) => <LeaveSheet onLeave={() => did('leave')} onAbandon={nothing} onClose={() => did('close')} />,
    ways: [leave(), way('answered', ['CONFIRM'], 'leave')],
  },
  {
    name: 'the end of a round',
    draw: (did) => roundEnd(did),
    ways: [
      leave(),
      way('answered', ['1', 'CONFIRM'], 'end 1 plain'),
      way('corrected', ['3', 'UNDO', '1', 'CONFIRM'], 'end 1 plain'),
      way('explained', ['3', 'CONFIRM', 'A', 'CONFIRM'], 'end 3 explained'),
    ],
  },
  {
    name: 'the end of a round with a refused scan',
    draw: (did) => roundEnd(did, { refused: [line] }),
    ways: [leave(), way('answered', ['CONFIRM'], 'tray'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'the end of a round with an undecided scan',
    draw: (did) => roundEnd(did, { undecided: [line] }),
    ways: [leave(), way('answered', ['CONFIRM'], 'choose')],
  },
  {
    name: 'what is missing in a count',
    draw: (did) => counted(did, 'missing'),
    ways: [
      leave(),
      way('found', ['A', 'CONFIRM'], 'a found'),
      way('not found', ['B', 'CONFIRM'], 'a not_found'),
      way('the next one', ['NEXT', 'A', 'CONFIRM'], 'b found'),
      way('all of them', ['C', 'CONFIRM'], 'a,b not_found'),
    ],
  },
  {
    name: 'what is too much in a count',
    draw: (did) => counted(did, 'unexpected'),
    ways: [leave(), way('moved', ['A', 'CONFIRM'], 'a moved'), way('put back', ['B', 'CONFIRM'], 'a put_back')],
  },
  {
    name: 'the end of a count',
    draw: (did) => (
      <EndCountSheet
        tally={tallyCount([], [])}
        feedback={feedback}
        onEnd={() => {
          did('end')
          return Promise.resolve('COUNT_NOT_RESOLVED')
        }}
        onResolve={nothing}
        onAbandon={() => did('abandon')}
        onScan={nothing}
        onAttention={nothing}
        onClose={() => did('close')}
      />
    ),
    ways: [leave(), way('answered', ['CONFIRM'], 'end'), way('abandoned', ['J'], 'abandon')],
  },
  {
    name: 'a count that is abandoned',
    draw: (did) => (
      <AbandonCountSheet
        stockName="Shelf"
        onAbandon={() => {
          did('abandon')
          return Promise.resolve('DEVICE_STORAGE_REFUSED')
        }}
        onScan={nothing}
        onClose={() => did('close')}
      />
    ),
    ways: [leave(), way('answered', ['D'], 'abandon')],
  },
  {
    name: 'the completion of a step',
    draw: (did) => (
      <CompleteSheet
        {...inHand}
        step={step}
        moved={null}
        onComplete={async () => did('complete')}
        onClose={() => did('close')}
      />
    ),
    ways: [leave(), way('answered', ['A', 'CONFIRM'], 'complete'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'the cancellation of a step',
    draw: (did) => (
      <CancelSheet step={step} moved={null} onCancel={async () => did('cancel')} onClose={() => did('close')} />
    ),
    ways: [leave(), way('answered', ['A', 'CONFIRM'], 'cancel'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'a refused action',
    draw: (did) => (
      <ResolveSheet
        entry={entry}
        judgeRetry={settled}
        onRetry={() => {
          did('retry')
          return settled()
        }}
        onEnd={settled}
        onDiscard={(reason) => {
          did(`discard ${reason}`)
          return settled()
        }}
        onClose={() => did('close')}
      />
    ),
    ways: [
      leave(),
      way('tried again', ['CONFIRM'], 'retry'),
      way('discarded', ['A', 'B', 'CONFIRM'], 'discard Wrong product'),
      way('taken back', ['A', 'CANCEL', 'CONFIRM'], 'retry'),
    ],
  },
  {
    name: 'a refused action that is discarded with what fell with it',
    draw: (did) => (
      <DiscardSheet
        entry={{ ...entry, blocked: [fallen] }}
        onDiscard={(_reason, blocked) => {
          did(`discard ${blocked.length}`)
          return settled()
        }}
        onBack={() => did('close')}
      />
    ),
    ways: [leave(), way('alone', ['A', 'CONFIRM'], 'discard 0'), way('with it', ['E', 'A', 'CONFIRM'], 'discard 1')],
  },
  {
    name: 'the end of a round that waited for refusals',
    draw: (did) => (
      <DueRoundSheet
        entry={entry}
        due={{ distinctNow: 2, typedCount: 3, comment: '', isOwn: true }}
        onEnd={({ comment }) => {
          did(comment === '' ? 'plain' : 'explained')
          return settled()
        }}
        onDiscard={() => did('discard')}
        onClose={() => did('close')}
      />
    ),
    ways: [
      leave(),
      way('explained', ['B', 'CONFIRM'], 'explained'),
      way('counted again', ['UNDO', '2', 'CONFIRM'], 'plain'),
      way('discarded', ['A'], 'discard'),
    ],
  },
  {
    name: 'all refusals of one reason',
    draw: (did) => (
      <SettleAllSheet
        reason={entry.reason}
        entries={[entry, fallen]}
        onRetry={async () => did('retry')}
        onDiscard={(reason) => {
          did(`discard ${reason}`)
          return settled()
        }}
        onClose={() => did('close')}
      />
    ),
    ways: [
      leave(),
      way('tried again', ['CONFIRM'], 'retry'),
      way('discarded', ['A', 'A', 'CONFIRM'], 'discard Scanned twice'),
    ],
  },
]

async function open(draw: State['draw']) {
  const did = vi.fn<(what: string) => void>()
  const { hub, scan } = scannedInto()
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        {draw(did)}
        <MeaninglessNotice />
      </ScannerContext>
    </FeedbackProvider>,
    {
      language: 'en-GB',
      texts: ['sync', 'item', 'warehouse', 'compliance', 'stock', 'refurb', 'scan', 'shell'],
      engine: device,
    },
  )
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
  await drawn()
  return { did, scan: (command: ScanCommand) => scan(commandCode(command)) }
}

/** Lets React draw what a scan has changed, and its listeners settle: so many frames of the page, however slow it is. */
async function drawn(): Promise<void> {
  for (let frame = 0; frame < 5; frame += 1) {
    await new Promise(requestAnimationFrame)
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** Sheets that do not go on without a reason, the scans that have one ask for it, and the one that gives it. */
const explained: readonly (readonly [string, readonly ScanCommand[], ScanCommand])[] = [
  ['the cancellation of a step', ['CONFIRM'], 'A'],
  ['a refused action', ['A', 'CONFIRM'], 'B'],
  ['the end of a round that waited for refusals', ['CONFIRM'], 'B'],
  ['the end of a round', ['3', 'CONFIRM', 'CONFIRM'], 'A'],
]

it.each(explained)('a reason that is scanned in %s takes away what asked for it (F12)', async (name, asks, reason) => {
  const { did, scan } = await open(states.find((state) => state.name === name)!.draw)
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
})

describe.each(states)('by barcode alone $name', ({ draw, ways }) => {
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
})

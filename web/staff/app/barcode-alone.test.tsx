import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { config, operator, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import {
  barcodeDevice,
  leave,
  refusedLine,
  testByBarcodeAlone,
  type SheetState,
  way,
} from '#tests/support/by-barcode-alone.tsx'
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

const nothing = (): void => undefined
const settled = async () => null
const stock = { id: 's', warehouseId: warehouse, name: 'Shelf', native: null, location: null } as StockRow
const differences = ['a', 'b'].map((itemId) => ({ itemId, resolution: 'open' as const }))
const feedback = { drawn: null, answer: () => false }
const items = [1, 2].map((number) => testedRow(number))
const step = plannedSteps(config.refurbSteps ?? [], warehouse)[0] as ItemStep
const workshop = { engine: barcodeDevice, userId: operator, warehouseId: warehouse, config }
const inHand = { workshop, item: testedRow(1), steps: [step], deviceId: null }

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
    engine={barcodeDevice}
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

const states: readonly SheetState[] = [
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
    explained: { asks: ['3', 'CONFIRM', 'CONFIRM'], reason: 'A' },
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
    draw: (did) => roundEnd(did, { refused: [refusedLine] }),
    ways: [leave(), way('answered', ['CONFIRM'], 'tray'), way('undone', ['UNDO'], 'close')],
  },
  {
    name: 'the end of a round with an undecided scan',
    draw: (did) => roundEnd(did, { undecided: [refusedLine] }),
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
    explained: { asks: ['CONFIRM'], reason: 'A' },
    draw: (did) => (
      <CancelSheet step={step} moved={null} onCancel={async () => did('cancel')} onClose={() => did('close')} />
    ),
    ways: [leave(), way('answered', ['A', 'CONFIRM'], 'cancel'), way('undone', ['UNDO'], 'close')],
  },
]

testByBarcodeAlone(states)

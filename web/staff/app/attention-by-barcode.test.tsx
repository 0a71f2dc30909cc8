import { leave, testByBarcodeAlone, type SheetState, way } from '#tests/support/by-barcode-alone.tsx'
import { DiscardSheet } from '../features/attention/discard-sheet.tsx'
import { DueRoundSheet } from '../features/attention/due-round-sheet.tsx'
import { ResolveSheet } from '../features/attention/resolve-sheet.tsx'
import { SettleAllSheet } from '../features/attention/settle-all-sheet.tsx'
import type { TrayEntry } from '../features/attention/tray-entry.ts'

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
const states: readonly SheetState[] = [
  {
    name: 'a refused action',
    explained: { asks: ['A', 'CONFIRM'], reason: 'B' },
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
    explained: { asks: ['CONFIRM'], reason: 'B' },
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

testByBarcodeAlone(states)

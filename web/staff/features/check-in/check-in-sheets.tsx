import { answerIndex } from '#domain/item/resolve-code.ts'
import { returnCheckInFrom } from '#domain/item/item-transitions.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { useEngineItem } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import type { FeedbackSettings } from '#web/scan/feedback.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { ChooseItemSheet } from '#web/staff/ui/floor/choose-item-sheet.tsx'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import type { CheckInSession, CheckInState } from './check-in-session.ts'
import { distinctCodes, isUndecided, type CheckInLine } from './check-in-line.ts'
import { EndRoundSheet } from './end-round-sheet.tsx'
import { LineSheet } from './line-sheet.tsx'
import { OptionsSheet } from './options-sheet.tsx'

/** The sheet that stands over the screen. */
export type OpenSheet =
  | { readonly kind: 'end' }
  | { readonly kind: 'options' }
  | { readonly kind: 'line'; readonly line: CheckInLine }

interface Props {
  readonly sheet: OpenSheet | null
  readonly state: CheckInState
  readonly session: CheckInSession
  readonly engine: Engine
  readonly lines: readonly CheckInLine[]
  readonly place: WorkPlace
  readonly settings: FeedbackSettings
  readonly onSettings: (settings: FeedbackSettings) => void
  readonly onAttention: () => void
  readonly onSingle: () => void
  readonly onWarehouse: (() => void) | null
  /** A scan that is no answer to the open sheet. */
  readonly onScan: (scan: Scan) => void
  readonly onClose: () => void
}

/** The one sheet that is open, if any; the question which product was meant comes before the others. */
export function CheckInSheets(props: Props) {
  const { sheet, state, session, lines, place, onClose } = props
  const stocks = (place.config?.stocks ?? []).filter(({ warehouseId }) => warehouseId === place.warehouseId)
  if (state.choosing !== null) {
    return (
      <ChooseItemSheet
        answers={ChoiceCommands}
        code={state.choosing.code}
        items={state.choosing.items}
        onPick={session.choose}
        onLater={session.chooseLater}
      />
    )
  }
  if (sheet === null) return null
  if (sheet.kind === 'line') return <LineDetail {...props} line={sheet.line} stocks={stocks} />
  if (sheet.kind === 'options') {
    return (
      <OptionsSheet
        options={state.options}
        stocks={choosable(stocks)}
        volume={props.settings.volume}
        vibration={props.settings.vibration}
        onOptions={session.setOptions}
        onVolume={(volume) => props.onSettings({ ...props.settings, volume })}
        onVibration={(vibration) => props.onSettings({ ...props.settings, vibration })}
        onWarehouse={props.onWarehouse}
        onSingle={props.onSingle}
        onClose={onClose}
      />
    )
  }
  const distinct = distinctCodes(lines)
  return (
    <EndRoundSheet
      distinct={distinct}
      waiting={lines.filter(({ state: at }) => at === 'saved' || at === 'sent' || at === 'saving').length}
      undecided={lines.filter(isUndecided)}
      refused={lines.filter(({ state: at }) => at === 'refused')}
      commentNeeded={place.config?.settings.isWarehouseCommentMandatory ?? false}
      onEnd={async (end) => {
        const refusal = await session.endRound({ ...end, distinctCount: distinct })
        if (refusal === null) onClose()
        return refusal
      }}
      onScan={(scan) => {
        onClose()
        props.onScan(scan)
      }}
      onClose={onClose}
      onAttention={props.onAttention}
      onChoose={(line) => {
        onClose()
        void session.reopen(line)
      }}
    />
  )
}

function LineDetail(props: Props & { readonly line: CheckInLine; readonly stocks: readonly StockRow[] }) {
  const { session, engine, onClose } = props
  // The line as it is now: it may have been confirmed while its sheet stands open.
  const line = props.lines.find(({ lineId }) => lineId === props.line.lineId) ?? props.line
  const item = useEngineItem(engine, line.itemId)
  const undoable = line.undoable && (item === null || item.last?.opId === line.opId)
  const back = undoable && item !== null && item.tested && !returnCheckInFrom.includes(item.status)
  const undo = (): void => {
    onClose()
    void session.undo(line)
  }
  const reopen = (): void => {
    onClose()
    void session.reopen(line)
  }
  const onChoose = isUndecided(line) ? reopen : null
  const onAttention = line.state === 'refused' ? props.onAttention : null
  const stocks = back ? choosable(props.stocks).filter(({ id }) => id !== item.stockId) : []
  const toStock = (stock: StockRow | undefined): ScanAnswer => {
    if (stock === undefined) return meaningless
    onClose()
    void session.changeStock(line, stock)
  }
  // A command does what its button says; one without a button here does nothing, and it is told.
  useScanner({
    purpose: 'check_in',
    layer: 'dialog',
    onScan: (scan) => {
      const { command, stockId, reserved } = scan.resolution
      const at = answerIndex(command)
      if (stockId !== null || at !== null)
        return toStock(stocks.find(({ id }, place) => id === stockId || place === at))
      if (reserved) return meaningless
      if (command === null) {
        onClose()
        return props.onScan(scan)
      }
      if (command === 'UNDO' && undoable) return undo()
      if (command === 'CONFIRM') return (onChoose ?? onAttention ?? onClose)()
      return command === 'CANCEL' ? onClose() : meaningless
    },
  })
  useAnswerKeys({ onAnswer: (at) => void toStock(stocks[at]) })
  return (
    <LineSheet
      line={{ ...line, undoable }}
      item={item}
      stocks={stocks}
      onUndo={undo}
      onStock={toStock}
      onChoose={onChoose}
      onAttention={onAttention}
      onClose={onClose}
    />
  )
}

// Quarantine and customer returns have rules of their own; a product that passed its test goes to neither.
function choosable(stocks: readonly StockRow[]): readonly StockRow[] {
  return stocks.filter(
    ({ native }) => native !== 'in_quarantine' && native !== 'customer_return' && native !== 'awaiting_control',
  )
}

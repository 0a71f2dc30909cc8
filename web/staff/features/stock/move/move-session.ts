import { productName } from '#domain/catalog/product-name.ts'
import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { type CodeResolution } from '#domain/item/resolve-code.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { undoMove } from '#sync/operations/stock/undo-move.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import type { LineInput } from '#web/local/outbox/write-line.ts'
import type { FloorEngine } from '#web/local/engine/floor-engine.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import {
  createScanSession,
  findScanned,
  type ScanQuestion,
  type ScanState,
  type ScannedReadings,
} from '#web/scan/scan-session.ts'
import { undecidedCode } from '../floor/undecided-scan.ts'
import type { StockVerdict } from '../floor/verdict.schema.ts'
import type { MoveDetails, MoveLine } from './move-line.ts'
import {
  movedVerdict,
  noStockVerdict,
  notSavedVerdict,
  nothingToUndoVerdict,
  otherWarehouse,
  refusedMove,
  refusedScan,
  undoneVerdict,
} from './move-verdict.ts'

/** What moving needs from the engine of this device. */
export interface MoveEngine extends FloorEngine {
  /** The lines whose move may be undone, newest first; that of a product that has moved on is none of them. */
  undoable(): Promise<readonly MoveLine[]>
  /** One line as it stands now; null where it is kept no more. */
  line(lineId: string): Promise<MoveLine | null>
}

/** Everything that the session takes from outside. */
export interface MoveDeps {
  readonly engine: MoveEngine
  readonly config: () => Config | null
  /** List that the lines of this operator's moves stand in. */
  readonly listId: string
  readonly newId: () => string
  readonly signal: (kind: FeedbackKind) => void
}

/** What the screen shows beside the durable lines. */
export interface MoveState extends ScanState<StockVerdict, Question> {
  /** The line that was answered last, while no scan has come after it; it may stand below newer ones. */
  readonly answered: string | null
  /** The line of the last move that this session had accepted. */
  readonly latest: string | null
}

/** The move that the screen names as the one to be undone, and the session's last one when that was read. */
export interface NamedMove {
  readonly lineId: string
  readonly latest: string | null
}

/** Which of some products an undecided line means, and the stock that it was scanned into. */
interface Question extends ScanQuestion {
  readonly lineId: string
  readonly stock: StockRow
}

/** Moves of one operator, scan after scan, without a screen. */
export type MoveSession = ReturnType<typeof createMoveSession>

/** Creates it. A scan is taken at once and worked in its turn, into the stock that was chosen when it came. */
export function createMoveSession({ engine, config, listId, newId, signal }: MoveDeps) {
  const session = createScanSession<StockVerdict, Question, MoveState>(
    { shown: null, choosing: null, answered: null, latest: null },
    {
      newId,
      signal,
      onChosen: ({ lineId, code, stock }, item) => follow(code, () => moveAnswered(lineId, code, item, stock)),
    },
  )
  const { state, set, show } = session
  let tail = Promise.resolve()

  function follow(code: string, task: () => Promise<void>): void {
    tail = tail.then(task).catch(() => show(code, null, notSavedVerdict))
  }

  async function work(scan: ScannedReadings, stock: StockRow): Promise<void> {
    const { code, problem, items } = await findScanned((codes) => engine.find([], codes), scan)
    if (problem !== null) return refuse(code.slice(0, 60), problem, stock)
    const [item] = items
    if (item === undefined) return refuse(code, 'ITEM_UNKNOWN', stock)
    if (items.length === 1) return move(code, item, stock)
    return ask({ lineId: newId(), code, items: rankCandidates(items, stock.warehouseId, 'stock'), stock })
  }

  /** The line is kept before the question is asked, so that the scan stays even if the question is never answered. */
  async function ask(question: Question): Promise<void> {
    const { lineId, code, items, stock } = question
    const verdict = refusedScan(undecidedCode)
    const details = { ...detailsOf(null, stock, null, verdict), among: items.map(({ id }) => id) }
    await engine.note({ listId, code, details }, lineId, undecidedCode)
    set({ choosing: question })
    signal(verdict.signal)
  }

  async function reopen(lineId: string): Promise<void> {
    // The list may show it a moment longer than it is undecided.
    const line = await engine.line(lineId)
    if (line === null || !line.isUndecided) return
    const { code, details } = line
    const stock = config()?.stocks.find(({ id }) => id === details.stockId)
    if (stock === undefined) return show(code, null, refusedScan('STOCK_UNKNOWN'))
    const items = await engine.find(details.among ?? [], [code])
    const [item] = items
    if (item === undefined) return show(code, null, refusedScan('ITEM_UNKNOWN'))
    if (items.length > 1)
      return set({ choosing: { lineId, code, items: rankCandidates(items, stock.warehouseId, 'stock'), stock } })
    await moveAnswered(lineId, code, item, stock)
  }

  async function moveAnswered(lineId: string, code: string, item: ItemRow, stock: StockRow): Promise<void> {
    await move(code, item, stock, lineId)
    set({ answered: lineId })
  }

  async function refuse(code: string, reason: string, stock: StockRow): Promise<void> {
    const verdict = refusedScan(reason)
    await engine.note({ listId, code, details: detailsOf(null, stock, null, verdict) }, newId(), reason)
    show(code, null, verdict)
  }

  async function move(code: string, item: ItemRow, stock: StockRow, lineId = newId()): Promise<void> {
    const label = productName(item)
    const from = config()?.stocks.find(({ id }) => id === item.stockId)?.name ?? null
    const line = (verdict: StockVerdict): LineInput => ({
      listId,
      code,
      ...(label === null ? {} : { label }),
      details: detailsOf(item.id, stock, from, verdict),
    })
    const moved = movedVerdict(stock)
    const captured = await engine.dispatch(
      moveItem,
      { itemId: item.id, stockId: stock.id },
      { lineId, line: line(moved) },
    )
    if (captured.captured) {
      set({ answered: null, latest: lineId })
      return show(code, label, moved)
    }
    const verdict = refusedMove(captured.code, item, config())
    // The line was written before the verdict was known.
    await engine.note(line(verdict), lineId, captured.code)
    show(code, label, verdict)
  }

  async function undo(line: MoveLine | null): Promise<void> {
    if (line === null) return show('', null, nothingToUndoVerdict)
    const { details, undoableOpId, code, label } = line
    if (undoableOpId === null || details.itemId === null) return show(code, label, nothingToUndoVerdict)
    const verdict = undoneVerdict(details.fromStock)
    // A refused undo would take the line over, which must go on saying what happened to the product.
    const [item] = await engine.find([details.itemId], [])
    if (item?.last?.opId !== undoableOpId) return show(code, label, refusedScan('UNDO_NOT_LATEST'))
    const captured = await engine.dispatch(
      undoMove,
      { targetOpId: undoableOpId, itemId: item.id },
      {
        dependsOn: [undoableOpId],
        lineId: line.lineId,
        line: {
          listId,
          code,
          ...(label === null ? {} : { label }),
          details: { ...details, verdict, undone: undoableOpId },
        },
      },
    )
    show(code, label, captured.captured ? verdict : refusedScan(captured.code))
  }

  const { acknowledge, answer, choose, chooseLater, subscribe } = session
  return {
    state,
    subscribe,
    acknowledge,
    answer,
    choose,
    chooseLater,
    /** Takes a scan into a stock. */
    scan(scan: ScannedReadings, stock: StockRow): void {
      set({ shown: null })
      follow(scan.resolution.code, () => work(scan, stock))
    },

    /** Asks again which product an undecided line means. */
    reopen({ lineId, code }: MoveLine): void {
      set({ shown: null })
      follow(code, () => reopen(lineId))
    },

    /** Stops at the barcode of a stock that is not this warehouse's. */
    refuseStock(stockId: string): void {
      const stock = config()?.stocks.find(({ id }) => id === stockId)
      show('', stock?.name ?? null, otherWarehouse(stock?.warehouseId ?? null, config()))
    },

    /** Stops at a product where no stock is chosen that it could go to. */
    refuseUnplaced: (resolution: CodeResolution): void => show(resolution.code.slice(0, 60), null, noStockVerdict),

    undo: (line: MoveLine): void => follow(line.code, () => undo(line)),
    /**
     * Undoes the move that the screen named, or one that was accepted since it was read; what was refused since changes
     * nothing of that. Where nothing was named yet, the last one that may be undone.
     */
    undoLast(named: NamedMove | null = null): void {
      follow('', async () => {
        if (named === null) {
          const lines = await engine.undoable()
          return undo(lines.find(({ lineId }) => lineId === state().answered) ?? lines[0] ?? null)
        }
        const { latest } = state()
        const line = await engine.line(latest === null || latest === named.latest ? named.lineId : latest)
        return line === null ? show('', null, refusedScan('UNDO_NOT_LATEST')) : undo(line)
      })
    },
    settled: (): Promise<void> => tail,
  }
}

function detailsOf(
  itemId: string | null,
  stock: StockRow,
  fromStock: string | null,
  verdict: StockVerdict,
): MoveDetails {
  return { itemId, stockId: stock.id, fromStock, verdict }
}

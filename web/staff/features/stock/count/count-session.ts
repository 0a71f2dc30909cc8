import { productName } from '#domain/catalog/product-name.ts'
import { inStockStatuses } from '#domain/item/item-transitions.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { resolveCountLine } from '#sync/operations/stock/resolve-count-line.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import type { FloorEngine } from '#web/local/engine/floor-engine.ts'
import type { LineInput } from '#web/local/outbox/write-line.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import {
  createScanSession,
  findScanned,
  type ScanQuestion,
  type ScanState,
  type ScannedReadings,
} from '#web/scan/scan-session.ts'
import { undecidedCode } from '../floor/undecided-scan.ts'
import type { StockVerdict, StockWord } from '../floor/verdict.schema.ts'
import { noStockVerdict, notSavedVerdict, refusedMove, refusedScan } from '../move/move-verdict.ts'
import {
  alreadyEndedCode,
  countMarks,
  type CountDetails,
  type CountLine,
  type CountLineKind,
  type CountRun,
} from './count-line.ts'
import { countEndOf, isOpen, tallyCount, type CountRead } from './tally.ts'

/** What a count needs from the engine of this device. */
export interface CountEngine extends FloorEngine {
  /** The running count as it stands; null where the copy cannot be read. */
  read(): Promise<CountRead | null>
  /** Its lines alone, oldest first. */
  lines(): Promise<readonly CountLine[]>
}

/** Everything that the session takes from outside. */
export interface CountDeps {
  readonly engine: CountEngine
  readonly config: () => Config | null
  readonly run: CountRun
  readonly stock: StockRow
  /** List that holds the counts of this operator in this warehouse. */
  readonly runsId: string
  readonly newId: () => string
  readonly nowMs: () => number
  readonly signal: (kind: FeedbackKind) => void
}

/** What the screen shows beside the durable lines. */
export interface CountState extends ScanState<StockVerdict, Question> {
  /** The last result, also once it no longer stands over the screen. */
  readonly latest: CountState['shown']
  /** Differences that are being resolved; null while none are. */
  readonly resolving: { readonly done: number; readonly of: number } | null
}

/** Which of some products an undecided line means. */
interface Question extends ScanQuestion {
  readonly lineId: string
}

/** How an operator resolves a difference. */
export type CountDecision = 'found' | 'not_found' | 'put_back' | 'moved'

/** A running stock count, without a screen. */
export type CountSession = ReturnType<typeof createCountSession>

/** List of the lines of a count. */
export function countListId(countId: string): string {
  return `count:${countId}`
}

/** Creates it. Scans are taken at once and worked in their turn. */
export function createCountSession({ engine, config, run, stock, runsId, newId, nowMs, signal }: CountDeps) {
  const session = createScanSession<StockVerdict, Question, CountState>(
    { shown: null, latest: null, choosing: null, resolving: null },
    {
      newId,
      signal,
      onChosen: ({ code, lineId }, item) => void follow(code, () => see(code, item, lineId)),
    },
  )
  const { state, set } = session
  let tail: Promise<unknown> = Promise.resolve()
  let hasEnded = false
  let known: Set<string> | null = null
  const listId = countListId(run.countId)

  function show(code: string, label: string | null, verdict: StockVerdict): void {
    session.show(code, label, verdict)
    set({ latest: state().shown })
  }

  function follow<T>(code: string, task: () => Promise<T>): Promise<T | null> {
    const done = tail.then(task).catch(() => {
      show(code, null, notSavedVerdict)
      return null
    })
    tail = done
    return done
  }

  async function work(scan: ScannedReadings): Promise<void> {
    if (hasEnded) return show(scan.resolution.code.slice(0, 60), null, noStockVerdict)
    const { code, problem, items } = await findScanned((codes) => engine.find([], codes), scan)
    if (problem !== null) return refuse(code.slice(0, 60), null, refusedScan(problem))
    const [item] = items
    if (item === undefined) return refuse(code, null, refusedScan('ITEM_UNKNOWN'))
    if (items.length === 1) return see(code, item)
    // The line is kept before the question is asked, so that the scan stays even if the question is never answered.
    const lineId = newId()
    const verdict = refusedScan(undecidedCode)
    const among = items.map(({ id }) => id)
    const details: CountDetails = { itemId: null, kind: 'refused', verdict, among }
    await engine.note({ listId, code, details }, lineId, undecidedCode)
    set({ choosing: { lineId, code, items: rankCandidates(items, stock.warehouseId, 'stock') } })
    signal(verdict.signal)
  }

  async function reopen(lineId: string): Promise<void> {
    // The screen may show it a moment longer than it is undecided.
    const line = (await engine.lines()).find((each) => each.lineId === lineId)
    if (line === undefined || !line.isUndecided) return
    const { code, details } = line
    const items = await engine.find(details.among ?? [], [code])
    const [item] = items
    if (item === undefined) return refuse(code, null, refusedScan('ITEM_UNKNOWN'), lineId)
    if (items.length > 1)
      return set({ choosing: { lineId, code, items: rankCandidates(items, stock.warehouseId, 'stock') } })
    await see(code, item, lineId)
  }

  async function refuse(code: string, label: string | null, verdict: StockVerdict, lineId = newId()): Promise<void> {
    await keep(code, label, { itemId: null, kind: 'refused', verdict }, lineId)
    show(code, label, verdict)
  }

  /** Counts a product; the line of the question that it answers is taken over. */
  async function see(code: string, item: ItemRow, asked?: string): Promise<void> {
    const label = productName(item)
    if (!inStockStatuses.includes(item.status)) {
      return refuse(code, label, refusedMove('ITEM_STATUS_NOT_ELIGIBLE', item, config()), asked)
    }
    const scanned = await knownScans()
    if (scanned.has(item.id)) {
      const counted = { ...plain('alreadyCounted'), ...scanResultStyles.done }
      return asked === undefined ? show(code, label, counted) : refuse(code, label, counted, asked)
    }
    const belongs = item.stockId === stock.id
    const verdict = belongs ? plain('present') : strangerVerdict(item)
    await keep(code, label, { itemId: item.id, kind: belongs ? 'present' : 'unexpected', verdict }, asked)
    scanned.add(item.id)
    // An earlier count did not find it: here it is.
    if (belongs && itemFacts(item).missingSinceMs !== null) await resolve(item, 'found')
    show(code, label, verdict)
  }

  /** The products that have been scanned: read once, for a stock of thousands has as many lines. */
  async function knownScans(): Promise<Set<string>> {
    known ??= new Set((await engine.lines()).flatMap(({ details }) => (isScan(details.kind) && details.itemId) || []))
    return known
  }

  function strangerVerdict(item: ItemRow): StockVerdict {
    if (item.warehouseId !== stock.warehouseId) return refusedMove('STOCK_OTHER_WAREHOUSE', item, config())
    const place = config()?.stocks.find(({ id }) => id === item.stockId)?.name ?? null
    if (!mayBeSet(stock.native, item.status)) return { ...refusedMove('STOCK_NOT_ALLOWED', item, config()), place }
    return { ...scanResultStyles.wrong, word: 'unexpected', place, reason: null }
  }

  function keep(code: string, label: string | null, details: CountDetails, lineId = newId()): Promise<void> {
    const line = { listId, code, ...(label === null ? {} : { label }), details }
    return engine.note(line, lineId, countMarks.seen)
  }

  async function resolve(item: ItemRow, decision: CountDecision): Promise<string | null> {
    const label = productName(item)
    const words = { found: 'found', not_found: 'notFound', put_back: 'putBack', moved: 'moved' } as const
    const details: CountDetails = { itemId: item.id, kind: decision, verdict: plain(words[decision]) }
    const line = { listId, code: item.code, ...(label === null ? {} : { label }), details }
    const of = { itemId: item.id, stockId: stock.id, countId: run.countId }
    const captured =
      decision === 'moved'
        ? await engine.dispatch(moveItem, of, { line })
        : await engine.dispatch(resolveCountLine, { ...of, resolution: decision }, { line })
    return captured.captured ? null : captured.code
  }

  async function resolveOpen(itemIds: readonly string[], decision: CountDecision): Promise<string | null> {
    const open = await openAmong(itemIds)
    const items = open.length === 0 ? [] : await engine.find(open, [])
    for (const [at, item] of items.entries()) {
      set({ resolving: { done: at, of: items.length } })
      const refusal = await resolve(item, decision)
      if (refusal !== null) {
        show(item.code, productName(item), refusedMove(refusal, item, config()))
        return refusal
      }
    }
    if (items.length > 0) signal('accepted')
    return null
  }

  async function openAmong(itemIds: readonly string[]): Promise<readonly string[]> {
    const counted = await engine.read()
    if (counted === null) return itemIds
    const { missing, unexpected } = tallyCount(counted.inStock, counted.lines)
    const open = [...missing, ...unexpected].filter(({ resolution }) => isOpen(resolution))
    const ids = new Set(open.map(({ itemId }) => itemId))
    return itemIds.filter((id) => ids.has(id))
  }

  async function end(comment: string): Promise<string | null> {
    if (hasEnded) return null
    // What the sheet shows may be older than the last scan.
    const counted = await engine.read()
    if (counted === null) return 'DEVICE_STORAGE_REFUSED'
    const tally = tallyCount(counted.inStock, counted.lines)
    if (tally.open > 0) return 'COUNT_NOT_RESOLVED'
    const { expected, present, missing, unexpected } = tally
    const numbers = { expected, present: present.length, missing: missing.length, unexpected: unexpected.length }
    const { countId } = run
    const args = { countId, stockId: stock.id, ...countEndOf(tally), ...(comment === '' ? {} : { comment }) }
    // The run's line goes with the end: no fall of the device leaves one without the other.
    const line = runLine(runsId, { ...run, endedAtMs: nowMs(), numbers })
    const captured = await engine.dispatch(endStockCount, args, { lineId: countId, line })
    if (!captured.captured && captured.code !== alreadyEndedCode) return captured.code
    hasEnded = true
    signal('accepted')
    return null
  }

  async function abandon(): Promise<null> {
    if (hasEnded) return null
    const line = runLine(runsId, { ...run, endedAtMs: nowMs(), numbers: null })
    await engine.note(line, run.countId, countMarks.abandoned)
    hasEnded = true
    signal('done')
    return null
  }

  const { acknowledge, answer, choose, chooseLater, subscribe } = session
  return {
    state,
    subscribe,
    acknowledge,
    answer,
    choose,
    chooseLater,
    scan(scan: ScannedReadings): void {
      set({ shown: null })
      void follow(scan.resolution.code, () => work(scan))
    },
    /** Stops at the barcode of another stock, with its name; that of the counted one is known already. */
    seeStock(stockId: string): void {
      if (stockId === stock.id) return signal('done')
      const place = config()?.stocks.find(({ id }) => id === stockId)?.name ?? null
      show('', null, { ...scanResultStyles.wrong, word: 'wrongStock', place, reason: 'COUNT_OTHER_STOCK' })
    },
    /** Asks again which product an undecided line means. */
    reopen({ lineId, code }: CountLine): void {
      set({ shown: null })
      void follow(code, () => reopen(lineId))
    },

    /**
     * Resolves differences one after the other; answers the first refusal, or null. One that has been resolved by its
     * turn is resolved no second time.
     */
    resolve(itemIds: readonly string[], decision: CountDecision): Promise<string | null> {
      return follow('', () => resolveOpen(itemIds, decision).finally(() => set({ resolving: null })))
    },

    /** Ends the count with its numbers once what was scanned before is worked; answers why not, or null. */
    end(comment: string): Promise<string | null> {
      const done = tail.then(() => end(comment.trim())).catch(() => 'DEVICE_STORAGE_REFUSED')
      tail = done
      return done
    },

    /** Leaves the count for good without an end, once what was scanned before is worked; answers why not, or null. */
    abandon(): Promise<string | null> {
      const done = tail.then(abandon).catch(() => 'DEVICE_STORAGE_REFUSED')
      tail = done
      return done
    },
    settled: async (): Promise<void> => void (await tail),
  }
}

/** The line that keeps a run; its id is the count's. */
export function runLine(runsId: string, run: CountRun): LineInput {
  return { listId: runsId, code: run.stockName.slice(0, 60), details: { ...run } }
}

function isScan(kind: CountLineKind): boolean {
  return kind === 'present' || kind === 'unexpected'
}

function plain(word: StockWord): StockVerdict {
  return { ...scanResultStyles.accepted, word, place: null, reason: null }
}

import { decideCheckIn } from '#domain/check-in/check-in.ts'
import { sharedCode } from '#domain/check-in/check-in-round.ts'
import { rankCandidates } from '#domain/item/rank-candidates.ts'
import { productCodes } from '#domain/item/resolve-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { checkInItem, type CheckInItemArgs } from '#sync/operations/check-in/check-in-item.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { trackWrite } from '#web/lib/pending-writes.ts'
import type { LineInput } from '#web/local/outbox/write-line.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { FloorEngine } from '#web/local/engine/floor-engine.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import {
  createScanSession,
  findScanned,
  type ScanQuestion,
  type ScanState,
  type ScannedReadings,
  isNamedBy,
} from '#web/scan/scan-session.ts'
import { isUndecided, type CheckInLine } from './check-in-line.ts'
import { checkInPlace, takesStock, verdictOf, type CheckInPlaceFacts } from './check-in-rules.ts'
import { detailsOf, type LineDetails } from './line-details.ts'
import { createScanQueue, type Scan } from './scan-queue.ts'
import {
  acceptedVerdict,
  notSavedVerdict,
  refusedVerdict,
  undoneVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts'

/** What check-in needs from the engine of this device. */
export interface CheckInEngine extends FloorEngine {
  readonly dispatchBoth: Engine['dispatchBoth']
  /** Whether a round has scans whose code several products share, and that nobody has decided. */
  isUndecided(roundId: string): Promise<boolean>
  /** The newest line of a round that may be undone; null where there is none. */
  newestLine(roundId: string): Promise<CheckInLine | null>
  /** The operator's open round in a warehouse, begun now where there is none. */
  openRound(warehouseId: string): Promise<OpenRound>
}

/** A round that takes scans. */
export interface OpenRound {
  readonly id: string
  /** It has been ended before, and a user has discarded that end. */
  readonly isReopened: boolean
}

/** Everything that the session takes from outside. */
export interface CheckInDeps {
  readonly engine: CheckInEngine
  readonly facts: () => CheckInPlaceFacts
  readonly newId: () => string
  readonly nowMs: () => number
  readonly signal: (kind: FeedbackKind) => void
}

/** What the operator presets for the scans that follow. */
export interface RoundOptions {
  /** Stock for tested products that come back; null for the usual one of their status. */
  readonly stockId: string | null
  /** Comment that each of the next scans carries. */
  readonly comment: string
}

/** What the screen shows beside the lines of the list. */
export interface CheckInState extends ScanState<Verdict, Question> {
  readonly roundId: string | null
  /** Its end was discarded: it is to be counted and ended once more. */
  readonly isReopened: boolean
  readonly waiting: readonly Scan[]
  readonly options: RoundOptions
  /** Products counted in the round that has just ended; null once the next one begins. */
  readonly ended: number | null
  /** Scans that could not be stored: the storage refused, and nothing of them is kept. */
  readonly lost: readonly Scan[]
}

/** Which of some products a scan means. */
interface Question extends ScanQuestion {
  readonly scan: Scan
}

/** Check-in of one operator at one warehouse, without a screen. */
export type CheckInSession = ReturnType<typeof createCheckInSession>

/** How long a scan waits unseen to be stored, in milliseconds. */
const tellsWaitingAfterMs = 80

/** The session takes scans at once, even while other data is still loading. */
export function createCheckInSession({ engine, facts, newId, nowMs, signal }: CheckInDeps) {
  const readings = new Map<string, ScannedReadings>()
  const session = createScanSession<Verdict, Question, CheckInState>(
    {
      roundId: null,
      isReopened: false,
      waiting: [],
      shown: null,
      choosing: null,
      options: { stockId: null, comment: '' },
      ended: null,
      lost: [],
    },
    {
      newId,
      signal,
      onChosen: ({ scan }, item) => void serially(async () => checkIn(scan, item, await round())),
    },
  )
  const { state, set, chooseLater } = session

  // Another tab may have ended the round since the last scan, so every scan asks again.
  async function round(): Promise<string> {
    const { id: roundId, isReopened } = await engine.openRound(facts().warehouseId)
    if (roundId !== state().roundId) set({ roundId, isReopened })
    return roundId
  }

  const queue = createScanQueue(work, (scan) => {
    readings.delete(scan.lineId)
    lose(scan)
    show(scan, null, notSavedVerdict)
  })
  // A scan is mostly stored before this is over: drawing the wait would only make it longer.
  let telling = false
  queue.subscribe(() => {
    session.setWithoutNotifying({ waiting: queue.waiting() })
    if (telling) return
    telling = true
    setTimeout(() => {
      telling = false
      set({})
    }, tellsWaitingAfterMs)
  })

  const arriving = (items: readonly ItemRow[]) => rankCandidates(items, facts().warehouseId, 'arrivals')

  const show = (scan: Scan, label: string | null, verdict: Verdict): void => session.show(scan.code, label, verdict)

  /** Nothing of a scan is kept, so that no line of it may stand on the screen either. */
  function lose(scan: Scan): void {
    queue.release(new Set([scan.lineId]))
    set({ lost: [...state().lost, scan] })
  }

  async function work(scan: Scan): Promise<void> {
    const read = readings.get(scan.lineId)!
    readings.delete(scan.lineId)
    // Neither waits for the other.
    const [roundId, { code, problem, items }] = await Promise.all([
      round(),
      findScanned((codes) => engine.find([], codes), read),
    ])
    if (problem !== null) {
      const verdict = refusedVerdict(problem)
      await engine.note(
        { listId: roundId, code: code.slice(0, 60), details: detailsOf(null, verdict) },
        scan.lineId,
        problem,
      )
      return show(scan, null, verdict)
    }
    if (items.length > 1) {
      const verdict = refusedVerdict(sharedCode)
      await engine.note({ listId: roundId, code, details: detailsOf(null, verdict) }, scan.lineId, sharedCode)
      set({ choosing: { code, scan, items: arriving(items) } })
      return signal(verdict.signal)
    }
    await checkIn({ ...scan, code }, items[0] ?? null, roundId)
  }

  async function checkIn(scan: Scan, item: ItemRow | null, roundId: string): Promise<void> {
    const action = checkInOf(scan, item, roundId, state().options.stockId)
    const captured = await engine.dispatch(checkInItem, action.args, action.options)
    if (!captured.captured && captured.lineId === null) lose(scan)
    show(scan, action.options.line.label ?? null, verdictOf(captured, scan.code, facts().config))
  }

  function checkInOf(scan: Scan, item: ItemRow | null, roundId: string, stockId: string | null, former?: CheckInLine) {
    const comment = state().options.comment.trim()
    const args: CheckInItemArgs = {
      code: scan.code,
      warehouseId: facts().warehouseId,
      roundId,
      ...(item === null ? {} : { itemId: item.id }),
      ...(item !== null && takesStock(item) && stockId !== null ? { stockId } : {}),
      ...(comment === '' ? {} : { comment }),
    }
    const label = item === null ? null : productName(item)
    const details: LineDetails = {
      ...detailsOf(item?.id ?? null, item === null ? unknownVerdict(scan.code) : foresee(item, args)),
      ...(former?.opId == null ? {} : { replaced: former.opId, before: former.details }),
    }
    const line: LineInput = { listId: roundId, code: scan.code, ...(label === null ? {} : { label }), details }
    return { definition: checkInItem, args, options: { lineId: scan.lineId, line } }
  }

  function foresee(item: ItemRow, args: CheckInItemArgs): Verdict {
    const place = checkInPlace(facts(), args.stockId ?? null)
    const decided = decideCheckIn(item, place)
    if (!decided.ok) return refusedVerdict(decided.error, item, facts().config)
    const after: ItemRow = { ...item, ...decided.value.next }
    return acceptedVerdict(decided.value.kind, after, facts().config)
  }

  async function undo(line: CheckInLine): Promise<string | null> {
    if (isUndecided(line)) return takeBack(line)
    if (line.opId === null) return 'UNDO_NOT_POSSIBLE'
    const { args, options } = undoOf(line, line.opId)
    const details: LineDetails = {
      ...detailsOf(line.itemId, undoneVerdict),
      undone: line.opId,
      before: line.details,
    }
    const captured = await engine.dispatch(undoCheckIn, args, { ...options, ...undoLine(line, details) })
    show(scanOf(line), line.label, captured.captured ? undoneVerdict : refusedVerdict(captured.code))
    return captured.captured ? null : captured.code
  }

  /** A scan that was never assigned to a product is no action: its line alone says that it was taken back. */
  async function takeBack(line: CheckInLine): Promise<null> {
    if (state().choosing?.scan.lineId === line.lineId) chooseLater()
    const details: LineDetails = { ...detailsOf(null, undoneVerdict), undone: line.lineId }
    await engine.note({ listId: line.listId, code: line.code, details }, line.lineId, sharedCode)
    show(scanOf(line), line.label, undoneVerdict)
    return null
  }

  function undoOf({ code, itemId }: CheckInLine, targetOpId: string) {
    const args = { targetOpId, code, ...(itemId === null ? {} : { itemId }) }
    return { definition: undoCheckIn, args, options: { dependsOn: [targetOpId] } }
  }

  async function toStock(line: CheckInLine, stock: StockRow): Promise<void> {
    const [item] = line.itemId === null ? [] : await engine.find([line.itemId], [])
    if (item === undefined || line.opId === null) return
    const scan: Scan = { ...scanOf(line), capturedAtMs: nowMs() }
    const captured = await engine.dispatchBoth(undoOf(line, line.opId), ([before]) =>
      checkInOf(scan, before ?? item, line.listId, stock.id, line),
    )
    show(scan, productName(item), verdictOf(captured, scan.code, facts().config))
  }

  /** What concerns a line takes its turn among the scans, so that none of them comes in between. */
  function serially<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((done, failed) => queue.follow(() => task().then(done, failed)))
  }

  // The line stays where it is and follows the undo from now on.
  function undoLine(line: CheckInLine, details: LineDetails): { line: LineInput; lineId: string } {
    const text = line.label === null ? {} : { label: line.label }
    return {
      lineId: line.lineId,
      line: { listId: line.listId, code: line.code, ...text, details, staysIfRefused: true },
    }
  }

  const { acknowledge, answer, choose, subscribe } = session
  return {
    state,
    subscribe,
    acknowledge,
    answer,
    choose,
    chooseLater,
    /** Shows the open round again after a start; scans are taken before that too. */
    open: async (): Promise<void> => void (await round()),

    /** Takes a scan at once; it is worked in its turn. */
    scan(read: ScannedReadings): void {
      const lineId = newId()
      const { resolution } = read
      const codes = productCodes(resolution)
      const { choosing, ended } = state()
      readings.set(lineId, read)
      if (choosing !== null && !choosing.items.some((item) => isNamedBy(item, codes))) chooseLater()
      if (ended !== null) set({ ended: null })
      queue.push({ lineId, code: codes[0] ?? resolution.code, capturedAtMs: nowMs() })
    },

    undo: (line: CheckInLine): Promise<string | null> => serially(() => undo(line)),

    /**
     * Undoes the last action that was accepted, also one that is only being stored now. What was refused since, or not
     * kept, changes nothing of that: the screen names what an undo takes back.
     */
    undoLast(): void {
      queue.follow(async () => {
        const line = await engine.newestLine(await round())
        if (line !== null) return void (await undo(line))
        show({ lineId: '', code: '', capturedAtMs: nowMs() }, null, refusedVerdict('UNDO_NOT_POSSIBLE'))
      })
    },

    /** Asks again which product an undecided line means. */
    async reopen(line: CheckInLine): Promise<void> {
      const items = await engine.find([], [line.code])
      set({ choosing: { code: line.code, scan: scanOf(line), items: arriving(items) } })
    },

    /** Takes a tested product that has just come back to another stock: undone and checked in again, both or neither. */
    changeStock: (line: CheckInLine, stock: StockRow): Promise<void> => serially(() => toStock(line, stock)),

    setOptions: (options: RoundOptions): void => set({ options }),
    /** The durable list shows these lines now. */
    release: queue.release,
    settled: (): Promise<void> => queue.settled(),

    /** Ends the round; answers why not, or null. */
    async endRound(end: { typedCount: number; distinctCount: number; comment: string }): Promise<string | null> {
      await queue.settled()
      const { roundId } = state()
      if (roundId === null) return 'ROUND_UNKNOWN'
      if (await engine.isUndecided(roundId)) return sharedCode
      const args = { roundId, warehouseId: facts().warehouseId, ...end }
      const captured = await trackWrite(engine.dispatch(endCheckInRound, args, {}))
      if (!captured.captured) return captured.code
      set({ shown: null, options: { stockId: null, comment: '' }, ended: end.typedCount })
      signal('accepted')
      await round()
      return null
    },
  }
}

function scanOf({ lineId, code, capturedAtMs }: CheckInLine): Scan {
  return { lineId, code, capturedAtMs }
}

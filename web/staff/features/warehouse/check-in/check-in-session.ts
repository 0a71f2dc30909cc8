import { decideCheckIn, checkInKinds, type CheckInPlace } from '#domain/warehouse/check-in.ts'
import { mayBeSet } from '#domain/warehouse/stock-rules.ts'
import { codeProblem } from '#domain/warehouse/item-code.ts'
import { returnCheckInFrom } from '#domain/warehouse/transitions.ts'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import { productCodes, type CodeResolution } from '#domain/warehouse/resolve-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { checkInItem, type CheckInItemArgs } from '#sync/operations/warehouse/check-in-item.ts'
import { endCheckInRound } from '#sync/operations/warehouse/end-check-in-round.ts'
import { undoCheckIn } from '#sync/operations/warehouse/undo-check-in.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import type { Captured, LineInput } from '#web/local/capture.ts'
import { storageRefused } from '#web/local/captures.ts'
import type { FloorEngine } from '#web/local/floor-engine.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import type { CheckInLine } from './check-in-line.ts'
import { detailsOf, type LineDetails } from './line-details.ts'
import { createScanQueue, type Scan } from './scan-queue.ts'
import {
  acceptedVerdict,
  besideSealed,
  notSavedVerdict,
  refusedVerdict,
  undoneVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts'

/** What check-in needs from the engine of this device. */
export interface CheckInEngine extends FloorEngine {
  /** The newest line of a round that has not been undone; null where there is none. */
  newestLine(roundId: string): Promise<CheckInLine | null>
  /** The operator's open round in a warehouse, begun now where there is none. */
  openRound(warehouseId: string): Promise<OpenRound>
}

/** A round that takes scans. */
export interface OpenRound {
  readonly id: string
  /** It has been ended before, and somebody has discarded that end. */
  readonly isReopened: boolean
}

/** Who checks in, where, and what the account demands. */
export interface CheckInPlaceFacts {
  readonly warehouseId: string
  readonly userType: UserType
  readonly config: Config | null
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
export interface SessionState {
  readonly roundId: string | null
  /** Its end was discarded: it is to be counted and ended once more. */
  readonly isReopened: boolean
  readonly waiting: readonly Scan[]
  /** The result that stands over the screen. */
  readonly shown: {
    readonly id: string
    readonly code: string
    readonly label: string | null
    readonly verdict: Verdict
  } | null
  readonly choosing: { readonly scan: Scan; readonly items: readonly ItemRow[] } | null
  readonly options: RoundOptions
  /** Products counted in the round that has just ended; null once the next one begins. */
  readonly ended: number | null
  /** Scans that could not be stored: the storage refused, and nothing of them is kept. */
  readonly lost: readonly Scan[]
}

/** Check-in of one operator at one warehouse, without a screen. */
export type CheckInSession = ReturnType<typeof createCheckInSession>

/** How long a scan waits unseen to be stored, in milliseconds. */
const tellsWaitingAfterMs = 80

/** Creates it. Scans are taken at once, whatever is still on its way. */
export function createCheckInSession({ engine, facts, newId, nowMs, signal }: CheckInDeps) {
  const listeners = new Set<() => void>()
  const readings = new Map<string, Reading>()
  let state: SessionState = {
    roundId: null,
    isReopened: false,
    waiting: [],
    shown: null,
    choosing: null,
    options: { stockId: null, comment: '' },
    ended: null,
    lost: [],
  }

  const set = (change: Partial<SessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  // Another tab may have ended the round meanwhile, so every scan asks again.
  async function round(): Promise<string> {
    const { id: roundId, isReopened } = await engine.openRound(facts().warehouseId)
    if (roundId !== state.roundId) set({ roundId, isReopened })
    return roundId
  }

  const queue = createScanQueue(work, (scan) => {
    readings.delete(scan.lineId)
    lose(scan)
    show(scan, null, notSavedVerdict)
  })
  // The last scan, where nothing of it is kept.
  let unsaved: Scan | null = null
  // A scan is mostly stored before this is over: drawing the wait would only make it longer.
  let telling = false
  queue.subscribe(() => {
    state = { ...state, waiting: queue.waiting() }
    if (telling) return
    telling = true
    setTimeout(() => {
      telling = false
      set({})
    }, tellsWaitingAfterMs)
  })

  function show(scan: Scan, label: string | null, verdict: Verdict): void {
    set({ shown: { id: newId(), code: scan.code, label, verdict } })
    signal(verdict.signal)
  }

  /** Nothing of a scan is kept, so that no line of it may stand on the screen either. */
  function lose(scan: Scan): void {
    queue.release(new Set([scan.lineId]))
    unsaved = scan
    set({ lost: [...state.lost, scan] })
  }

  async function work(scan: Scan): Promise<void> {
    unsaved = null
    const reading = readings.get(scan.lineId)
    readings.delete(scan.lineId)
    const codes = reading?.codes ?? []
    // Neither waits for the other.
    const [roundId, items] = await Promise.all([round(), lookUp(codes, reading?.alternative ?? [])])
    const first = codes[0]
    if (first === undefined) {
      const reason = codeProblem(scan.code)
      const verdict = refusedVerdict(reason)
      await engine.note(
        { listId: roundId, code: scan.code.slice(0, 60), details: detailsOf(null, verdict) },
        scan.lineId,
        reason,
      )
      return show(scan, null, verdict)
    }
    if (items.length > 1) {
      const verdict = refusedVerdict('ITEM_CODE_AMBIGUOUS')
      await engine.note(
        { listId: roundId, code: first, details: detailsOf(null, verdict) },
        scan.lineId,
        'ITEM_CODE_AMBIGUOUS',
      )
      set({ choosing: { scan: { ...scan, code: first }, items } })
      return signal(verdict.signal)
    }
    await checkIn({ ...scan, code: first }, items[0] ?? null, roundId)
  }

  async function lookUp(codes: readonly string[], alternative: readonly string[]): Promise<readonly ItemRow[]> {
    if (codes.length === 0) return []
    const found = await engine.find([], codes)
    return found.length > 0 || alternative.length === 0 ? found : engine.find([], alternative)
  }

  async function checkIn(
    scan: Scan,
    item: ItemRow | null,
    roundId: string,
    stockId = state.options.stockId,
  ): Promise<void> {
    unsaved = null
    const { warehouseId, config } = facts()
    const args: CheckInItemArgs = {
      code: scan.code,
      warehouseId,
      roundId,
      ...(item === null ? {} : { itemId: item.id }),
      ...(item !== null && takesStock(item) && stockId !== null ? { stockId } : {}),
      ...(state.options.comment.trim() === '' ? {} : { comment: state.options.comment.trim() }),
    }
    const label = item === null ? null : productName(item)
    const foreseen = item === null ? unknownVerdict(scan.code) : foresee(item, args)
    const captured = await engine.dispatch(checkInItem, args, {
      lineId: scan.lineId,
      line: {
        listId: roundId,
        code: scan.code,
        ...(label === null ? {} : { label }),
        details: detailsOf(item?.id ?? null, foreseen),
      },
    })
    if (!captured.captured && captured.lineId === null) lose(scan)
    show(scan, label, verdictOf(captured, scan.code, config))
  }

  function foresee(item: ItemRow, args: CheckInItemArgs): Verdict {
    const place = checkInPlace(facts(), args.stockId ?? null)
    const decided = decideCheckIn(item, place)
    if (!decided.ok) return refusedVerdict(decided.error, item, facts().config)
    const after: ItemRow = { ...item, ...decided.value.next }
    return acceptedVerdict(decided.value.kind, after, facts().config)
  }

  async function undo(line: CheckInLine, quiet = false): Promise<string | null> {
    if (line.opId === null) return 'UNDO_NOT_POSSIBLE'
    const scan: Scan = { lineId: line.lineId, code: line.code, capturedAtMs: line.capturedAtMs }
    const details: LineDetails = { ...detailsOf(line.itemId, undoneVerdict), undone: line.opId }
    const captured = await engine.dispatch(
      undoCheckIn,
      { targetOpId: line.opId, code: line.code, ...(line.itemId === null ? {} : { itemId: line.itemId }) },
      { dependsOn: [line.opId], ...(quiet ? {} : undoLine(line, details)) },
    )
    if (!captured.captured) {
      if (!quiet) show(scan, line.label, refusedVerdict(captured.code))
      return captured.code
    }
    if (!quiet) show(scan, line.label, undoneVerdict)
    return null
  }

  // The line stays where it is and follows the undo from now on.
  function undoLine(line: CheckInLine, details: LineDetails): { line: LineInput; lineId: string } {
    const text = line.label === null ? {} : { label: line.label }
    return { lineId: line.lineId, line: { listId: line.listId, code: line.code, ...text, details } }
  }

  return {
    state: (): SessionState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows the open round again after a start; scans are taken before that too. */
    open: async (): Promise<void> => void (await round()),

    /** Takes a scan at once; it is worked in its turn. */
    scan(resolution: CodeResolution, alternative: CodeResolution | null): void {
      const lineId = newId()
      const codes = productCodes(resolution)
      readings.set(lineId, { codes, alternative: alternative === null ? [] : productCodes(alternative) })
      if (state.choosing !== null && !answers(state.choosing.items, codes)) chooseLater()
      if (state.ended !== null) set({ ended: null })
      queue.push({ lineId, code: codes[0] ?? resolution.code, capturedAtMs: nowMs() })
    },

    /** Whether a scan answers the open question; then it is the answer and not a scan of its own. */
    answer(resolution: CodeResolution): boolean {
      const { choosing } = state
      if (choosing === null) return false
      const codes = productCodes(resolution).filter((code) => code !== choosing.scan.code)
      const matching = choosing.items.filter((item) => answers([item], codes))
      if (matching.length !== 1) return false
      void choose(matching[0]!)
      return true
    },

    choose,
    chooseLater,
    undo,

    /**
     * Undoes the last scan, also one that is only being stored now. Where the last one changed nothing, or was not
     * kept, nothing is undone: the operator means the product in hand, never the one before.
     */
    undoLast(): void {
      queue.follow(async () => {
        if (unsaved !== null) return show(unsaved, null, refusedVerdict('UNDO_NOT_POSSIBLE'))
        const line = await engine.newestLine(await round())
        if (line?.undoable === true) return void (await undo(line))
        const { lineId, code, capturedAtMs } = line ?? { lineId: '', code: '', capturedAtMs: nowMs() }
        show({ lineId, code, capturedAtMs }, line?.label ?? null, refusedVerdict('UNDO_NOT_POSSIBLE'))
      })
    },

    /** Asks again which product an undecided line means. */
    async reopen(line: CheckInLine): Promise<void> {
      const items = await engine.find([], [line.code])
      set({ choosing: { scan: { lineId: line.lineId, code: line.code, capturedAtMs: line.capturedAtMs }, items } })
    },

    /** Takes a tested product that has just come back to another stock: undone, and checked in again. */
    async changeStock(line: CheckInLine, stock: StockRow): Promise<void> {
      const [item] = line.itemId === null ? [] : await engine.find([line.itemId], [])
      if (item === undefined || (await undo(line, true)) !== null) return
      const [before] = await engine.find([item.id], [])
      const scan: Scan = { lineId: line.lineId, code: line.code, capturedAtMs: nowMs() }
      await checkIn(scan, before ?? item, line.listId, stock.id)
    },

    setOptions: (options: RoundOptions): void => set({ options }),
    /** The durable list shows these lines now. */
    release: queue.release,
    acknowledge(): void {
      if (state.shown !== null) set({ shown: null })
    },
    settled: (): Promise<void> => queue.settled(),

    /** Ends the round; answers why not, or null. */
    async endRound(end: { typedCount: number; distinctCount: number; comment: string }): Promise<string | null> {
      await queue.settled()
      const { roundId } = state
      if (roundId === null) return 'ROUND_UNKNOWN'
      const args = { roundId, warehouseId: facts().warehouseId, ...end }
      const captured = await engine.dispatch(endCheckInRound, args, {})
      if (!captured.captured) return captured.code
      set({ shown: null, options: { stockId: null, comment: '' }, ended: end.typedCount })
      signal('accepted')
      await round()
      return null
    },
  }

  async function choose(item: ItemRow): Promise<void> {
    const { choosing } = state
    if (choosing === null) return
    set({ choosing: null })
    await checkIn(choosing.scan, item, await round())
  }

  function chooseLater(): void {
    set({ choosing: null })
  }
}

interface Reading {
  readonly codes: readonly string[]
  readonly alternative: readonly string[]
}

function answers(items: readonly ItemRow[], codes: readonly string[]): boolean {
  return items.some((item) =>
    [item.code, item.buybackCode, item.imei].some((code) => code !== null && codes.includes(code)),
  )
}

/** Whether one of the usual stocks may be chosen for an item: it was tested, and does not go back to its customer. */
export function takesStock(item: ItemRow): boolean {
  if (!item.tested || returnCheckInFrom.includes(item.status)) return false
  return mayBeSet(null, item.leftStatus ?? item.status)
}

/** The place of a check-in as the domain wants it; a native stock that the copy lacks has no id. */
export function checkInPlace(
  { warehouseId, userType, config }: CheckInPlaceFacts,
  stockId: string | null,
): CheckInPlace {
  return {
    warehouseId,
    requirement: config?.settings.warehouseCheckinRequirement ?? 'optional',
    bypassesRequirement: isAdminType(userType),
    chosenStockId: stockId,
    nativeStock: (native) =>
      config?.stocks.find((stock) => stock.warehouseId === warehouseId && stock.native === native)?.id ?? '',
  }
}

/** What a captured check-in means to the operator. */
export function verdictOf(captured: Captured, code: string, config: Config | null): Verdict {
  const verdict = plainVerdict(captured, code, config)
  return besideSealed(verdict, captured.captured ? null : captured.code, captured.sealedBy)
}

function plainVerdict(captured: Captured, code: string, config: Config | null): Verdict {
  if (!captured.captured && captured.code === storageRefused) return notSavedVerdict
  if (!captured.captured) return refusedVerdict(captured.code, captured.items[0] ?? null, config)
  const kind = checkInKinds.find((each) => each === captured.result?.['kind'])
  const item = captured.items.find(({ id }) => id === captured.result?.['itemId'])
  if (captured.verdict === 'unverified' || kind === undefined || item === undefined) return unknownVerdict(code)
  return acceptedVerdict(kind, item, config)
}

import {
  isCommandCode,
  resolveCode,
  isRecognisedCode,
  splitSymbology,
  stationOf,
  type ScanPurpose,
  type StationCommand,
} from '#domain/item/resolve-code.ts'
import type { Scan } from './scan.ts'
import { createWedgeDetector } from './wedge.ts'
import type { CodeValidator, WedgeScan } from './wedge-core.ts'

/** What a listener answers when the scan is not for it and the one below is to have it. */
export const passedOn = 'passed_on'

/** What a listener answers to a command that does nothing there; the page says so with a sound of its own. */
export const meaningless = 'meaningless'

/** What a listener has done with a scan; nothing where it has taken it. */
export type ScanAnswer = typeof passedOn | typeof meaningless | void

/** Who wants scans: a screen, or a dialog in front of it. */
export interface ScanListener {
  readonly purpose: ScanPurpose
  /** A dialog takes command barcodes before any screen, whichever was registered last. */
  readonly layer: 'screen' | 'dialog'
  readonly enabled: boolean
  /** Whether a window stands in front: it takes nothing, and what nothing else takes is told to do nothing here. */
  readonly isCovered?: boolean
  readonly onScan: (scan: Scan) => ScanAnswer
}

/** Leads to a station and answers whether another screen replaces those that listened. */
export type StationTaker = (station: StationCommand) => Promise<boolean>

/** The one place that receives scans; the topmost listener gets each of them, once. */
export interface ScannerHub {
  /** Begins to hear, with the keys that were pressed before. */
  start(early?: readonly KeyboardEvent[]): void
  stop(): void
  /** Puts a listener on top; it is asked for its current state at each scan. Returns how to take it away. */
  register(listener: () => ScanListener): () => void
  /**
   * Gives the barcodes of stations to the frame around the screens instead of to the screens. Returns how to stop that.
   */
  leadTo(take: StationTaker): () => void
  /**
   * Whether a code that a camera read or a person typed is not for the screen below: it names a station and leads there,
   * or the operator is on the way to one.
   */
  leads(text: string): boolean
  /** Says that a command does nothing here; for what a screen finds out after it has taken the scan. */
  tellMeaningless(): void
  /** Hears of each command that does nothing where it is scanned. Returns how to stop that. */
  onMeaningless(listen: () => void): () => void
  /** Hands in a scan as the detector found it. */
  receive(scan: WedgeScan): void
  /** A listener has become ready: it gets what nobody wanted a moment ago. */
  listensNow(): void
}

/** What the hub works with. */
export interface ScannerHubDeps {
  readonly target: Document
  readonly nowMs: () => number
}

// A scan that nobody takes waits this long for a screen that comes up or becomes ready, instead of getting lost.
const heldMs = 1500
// A scan that comes while the app still starts waits for its first screen until this long after the page's beginning.
const startingMs = 10_000
// A screen that does not go holds scans back no longer than this.
const patienceMs = 3000

interface HeldScan {
  readonly scan: WedgeScan
  readonly untilMs: number
}

/** Creates the hub with its detector; one for each page. */
export function createScannerHub({ target, nowMs }: ScannerHubDeps): ScannerHub {
  let listeners: readonly (() => ScanListener)[] = []
  let held: readonly HeldScan[] = []
  let hasListened = false
  let lead: StationTaker | null = null
  let isLeading = false
  let left: (() => void) | null = null
  let behind: WedgeScan[] = []
  const baffled = new Set<() => void>()

  const enabled = () => listeners.map((listener) => listener()).filter((listener) => listener.enabled)
  const isCovered = () => enabled().some((listener) => listener.isCovered === true)
  const isCommand: CodeValidator = (text) => {
    const resolution = resolveCode(text, 'any')
    if (lead !== null && stationOf(resolution.command) !== null) return true
    return isCommandCode(resolution) && enabled().length > 0
  }
  const isExpected: CodeValidator = (text) =>
    enabled().some((listener) => isRecognisedCode(resolveCode(text, listener.purpose)))

  function receive(scan: WedgeScan): void {
    if (isLeading) return void behind.push(scan)
    if (leads(scan.text)) return
    const asksNow = isCommandCode(resolveCode(splitSymbology(scan.text).text, 'any'))
    if (deliver(scan)) return
    // A command answers what the operator sees now, never a dialog that opens a moment later.
    if ((asksNow && listeners.length > 0) || isCovered()) return tellMeaningless()
    held = [...held, { scan, untilMs: Math.max(nowMs() + heldMs, hasListened ? 0 : startingMs) }]
  }

  function leads(text: string): boolean {
    if (isLeading) return true
    const station = stationOf(resolveCode(splitSymbology(text).text, 'any').command)
    if (station === null || lead === null) return false
    void follow(lead, station)
    return true
  }

  // The screen that is being left must not take what was scanned for the next one, however long it stays.
  async function follow(take: StationTaker, station: StationCommand): Promise<void> {
    const before = listeners
    isLeading = true
    const isReplaced = await take(station).catch(() => false)
    if (isReplaced) await goneOf(before)
    isLeading = false
    const waiting = behind
    behind = []
    for (const scan of waiting) receive({ ...scan, atMs: nowMs() })
  }

  async function goneOf(before: typeof listeners): Promise<void> {
    const gone = Promise.withResolvers<void>()
    const timer = setTimeout(gone.resolve, patienceMs)
    left = () => {
      if (!before.some((listener) => listeners.includes(listener))) gone.resolve()
    }
    left()
    await gone.promise
    left = null
    clearTimeout(timer)
  }

  function leadTo(take: StationTaker): () => void {
    lead = take
    return () => {
      if (lead === take) lead = null
    }
  }

  /** Answers whether a listener took it. */
  function deliver(scan: WedgeScan): boolean {
    const { text, symbology } = splitSymbology(scan.text)
    const topDown = enabled()
      .filter((listener) => listener.isCovered !== true)
      .toReversed()
    const order = isCommandCode(resolveCode(text, 'any')) ? topDown.toSorted((a, b) => rank(a) - rank(b)) : topDown
    for (const listener of order) {
      const answer = listener.onScan({
        text,
        source: 'wedge',
        symbology,
        atMs: scan.atMs,
        resolution: resolveCode(scan.text, listener.purpose),
        alternative: scan.alternative === null ? null : resolveCode(scan.alternative, listener.purpose),
      })
      if (answer === meaningless) tellMeaningless()
      if (answer !== passedOn) return true
    }
    return false
  }

  function tellMeaningless(): void {
    for (const listen of baffled) listen()
  }

  function onMeaningless(listen: () => void): () => void {
    baffled.add(listen)
    return () => baffled.delete(listen)
  }

  function listensNow(): void {
    const waiting = held.filter(({ untilMs }) => nowMs() <= untilMs)
    held = []
    // The listener's screen finishes drawing first.
    if (waiting.length > 0) queueMicrotask(() => giveAll(waiting))
  }

  function giveAll(waiting: readonly HeldScan[]): void {
    const untaken = waiting.filter(({ scan }) => !deliver(scan))
    if (untaken.length > 0 && isCovered()) return tellMeaningless()
    held = [...untaken, ...held]
  }

  function register(listener: () => ScanListener): () => void {
    listeners = [...listeners, listener]
    hasListened = true
    listensNow()
    return () => {
      listeners = listeners.filter((other) => other !== listener)
      left?.()
    }
  }

  const detector = createWedgeDetector({
    target,
    validators: [isCommand, isExpected],
    isHeard: () => enabled().length > 0,
    onScan: receive,
  })
  return {
    start: (early = []) => detector.start(early),
    stop: () => detector.stop(),
    register,
    leadTo,
    leads,
    tellMeaningless,
    onMeaningless,
    receive,
    listensNow,
  }
}

function rank(listener: ScanListener): number {
  return listener.layer === 'dialog' ? 0 : 1
}

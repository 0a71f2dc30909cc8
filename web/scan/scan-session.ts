import { codeProblem, type CodeError } from '#domain/item/item-code.ts'
import { productCodes } from '#domain/item/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { FeedbackKind } from './feedback-tones.ts'
import type { Scan } from './scan.ts'

/** What a session shows, and who hears that it has changed. */
export interface SessionState<State> {
  readonly state: () => State
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<State>) => void
  /** The same without calling the listeners: they hear of it with the next change. */
  readonly setWithoutNotifying: (change: Partial<State>) => void
}

/** Holds the state of a session without a screen. */
export function createSessionState<State extends object>(first: State): SessionState<State> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    setWithoutNotifying(change) {
      state = { ...state, ...change }
    },
  }
}

/** The result of a scan as it stands over the screen. */
export interface ScanResult<Verdict> {
  readonly id: string
  readonly code: string
  /** What the product is called; null where that is not known. */
  readonly label: string | null
  readonly verdict: Verdict
}

/** Which of some products was meant by a code that they share. */
export interface ScanQuestion {
  readonly code: string
  readonly items: readonly ItemRow[]
}

/** What every session of scans shows. */
export interface ScanState<Verdict, Question extends ScanQuestion> {
  readonly shown: ScanResult<Verdict> | null
  readonly choosing: Question | null
}

/** A session of scans: the result that it shows, and the question that it asks. */
export function createScanSession<
  Verdict extends { readonly signal: FeedbackKind },
  Question extends ScanQuestion,
  State extends ScanState<Verdict, Question>,
>(
  first: State,
  deps: {
    readonly newId: () => string
    readonly signal: (kind: FeedbackKind) => void
    /** Works on with the product that answers the question, which is closed by then. */
    readonly onChosen: (question: Question, item: ItemRow) => void
  },
) {
  const held = createSessionState<State>(first)
  const set = (change: Partial<ScanState<Verdict, Question>>): void => held.set(change as Partial<State>)

  function choose(item: ItemRow): void {
    const { choosing } = held.state()
    if (choosing === null) return
    set({ choosing: null })
    deps.onChosen(choosing, item)
  }

  return {
    ...held,
    /** Shows a result, with its signal. */
    show(code: string, label: string | null, verdict: Verdict): void {
      set({ shown: { id: deps.newId(), code, label, verdict } })
      deps.signal(verdict.signal)
    },
    /** Takes the result away. */
    acknowledge(): void {
      if (held.state().shown !== null) set({ shown: null })
    },
    choose,
    /** Leaves the question; its line stays to ask it again. */
    chooseLater: (): void => set({ choosing: null }),
    /** Whether a scan answers the open question; then it is the answer and not a scan of its own. */
    answer(scan: ScannedReadings): boolean {
      const { choosing } = held.state()
      const item = choosing === null ? null : namedAmong(choosing.items, scan, choosing.code)
      if (item !== null) choose(item)
      return item !== null
    },
  }
}

/** A scan as its scanner has read it: one way and, where there is one, another. */
export type ScannedReadings = Pick<Scan, 'resolution' | 'alternative'>

/** Codes of products that a scan may mean, by either of its readings. */
export function scannedCodes({ resolution, alternative }: ScannedReadings): readonly string[] {
  return [...new Set([resolution, ...(alternative === null ? [] : [alternative])].flatMap(productCodes))]
}

/** What a scan names. */
export interface ScannedProducts {
  /** The code that it is known by: of the reading that names a product, else of the first one. */
  readonly code: string
  /** Why its characters name no product; null where they may, and where its other reading names one. */
  readonly problem: CodeError | null
  /** None, one, or several that share the code. */
  readonly items: readonly ItemRow[]
}

/** Finds what a scan names: by its codes or, where nothing carries them, by those of its other reading. */
export async function findScanned(
  find: (codes: readonly string[]) => Promise<readonly ItemRow[]>,
  { resolution, alternative }: ScannedReadings,
): Promise<ScannedProducts> {
  const codes = productCodes(resolution)
  const others = alternative === null ? [] : productCodes(alternative)
  for (const reading of [codes, others]) {
    const [code] = reading
    const items = code === undefined ? [] : await find(reading)
    if (code !== undefined && items.length > 0) return { code, problem: null, items }
  }
  const problem = codes.length === 0 ? codeProblem(resolution.code) : null
  return { code: codes[0] ?? resolution.code, problem, items: [] }
}

/** The one product of some that a scan names beside the code that they share; null where it names none or several. */
function namedAmong(items: readonly ItemRow[], scan: ScannedReadings, asked: string): ItemRow | null {
  const codes = scannedCodes(scan).filter((code) => code !== asked)
  const named = items.filter((item) => isNamedBy(item, codes))
  return named.length === 1 ? (named[0] ?? null) : null
}

/** Whether a product carries one of some codes. */
export function isNamedBy({ code, buybackCode, imei }: ItemRow, codes: readonly string[]): boolean {
  return [code, buybackCode, imei].some((own) => own !== null && codes.includes(own))
}

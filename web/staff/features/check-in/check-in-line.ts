import { distinctProducts, isPresentInRound, sharedCode, type RoundScan } from '#domain/check-in/check-in-round.ts'
import type { LineDetails } from './line-details.ts'
import type { Verdict } from './verdict.ts'

/** Where a line stands on its way to the server; a key of `warehouse:state`. */
export type LineState = 'saving' | 'saved' | 'sent' | 'confirmed' | 'refused' | 'held' | 'settled' | 'undone' | 'local'

/** One scan as the list shows it. */
export interface CheckInLine {
  readonly lineId: string
  /** The round that it belongs to. */
  readonly listId: string
  readonly code: string
  readonly capturedAtMs: number
  readonly state: LineState
  readonly verdict: Verdict | null
  /** Product as known when it was scanned, or since. */
  readonly label: string | null
  readonly opId: string | null
  readonly itemId: string | null
  /** Why it was refused, by the device or the server. */
  readonly reason: string | null
  /** What the line keeps beside that; null where another version of the app wrote it. */
  readonly details: LineDetails | null
  /** Whether its actor may undo it now. */
  readonly undoable: boolean
}

/** Whether the product of a line counts in its round. */
export function counted(line: CheckInLine): boolean {
  return isPresentInRound(scanOf(line))
}

/** Distinct products of a round. */
export function distinctCodes(lines: readonly CheckInLine[]): number {
  return distinctProducts(lines.map(scanOf))
}

function scanOf({ code, itemId, state, reason }: CheckInLine): RoundScan {
  return { code, itemId, isUndone: state === 'undone', isSettled: state === 'settled', refusal: reason }
}

/** Whether several products share the code of a line, and its operator has not said which one lies there. */
export function isUndecided({ opId, state, reason }: CheckInLine): boolean {
  return opId === null && state === 'local' && reason === sharedCode
}

/** The line of what the operator did last, of lines newest first: of scans undone one after the other, the last undone. */
export function lastDone(lines: readonly CheckInLine[]): CheckInLine | undefined {
  const kept = lines.findIndex(({ state }) => state !== 'undone')
  const undone = kept === -1 ? lines : lines.slice(0, kept)
  return undone.toSorted((a, b) => b.capturedAtMs - a.capturedAtMs)[0] ?? lines[0]
}

/** What an undo takes back, of lines newest first: the last that was accepted; a refused scan since changes nothing. */
export function undoTarget(lines: readonly CheckInLine[]): CheckInLine | null {
  return lines.find(({ undoable }) => undoable) ?? null
}

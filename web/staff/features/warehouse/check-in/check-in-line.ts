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
  /** Whether its actor may undo it now. */
  readonly undoable: boolean
}

/** Lines whose product lies in front of the operator: everything but what was undone or was no code of a product. */
export function counted(line: CheckInLine): boolean {
  return line.state !== 'undone' && line.state !== 'settled' && !(line.reason?.startsWith('CODE_') ?? false)
}

/** Distinct products of a round: by item where it is known, else by code. */
export function distinctCodes(lines: readonly CheckInLine[]): number {
  return new Set(lines.filter(counted).map((line) => line.itemId ?? line.code)).size
}

/** The line of what the operator did last, of lines newest first: of scans undone one after the other, the last undone. */
export function lastDone(lines: readonly CheckInLine[]): CheckInLine | undefined {
  const kept = lines.findIndex(({ state }) => state !== 'undone')
  const undone = kept === -1 ? lines : lines.slice(0, kept)
  return undone.toSorted((a, b) => b.capturedAtMs - a.capturedAtMs)[0] ?? lines[0]
}

import type { ItemRow } from '#sync/wire/item-row.ts'

/** One refused operation as the tray shows it. */
export interface TrayEntry {
  readonly opId: string
  readonly type: string
  /** The code that was scanned; null where the operation has none. */
  readonly code: string | null
  readonly product: string | null
  readonly capturedAtMs: number
  readonly authorName: string
  /** Whether the signed-in user may settle it: its author, or who looks after the author's warehouse. */
  readonly maySettle: boolean
  /** Why it was refused. */
  readonly reason: string
  /** The server's present state of the item; null where the server knows none. */
  readonly item: ItemRow | null
  /** Operations that stand refused because of this one. */
  readonly blocked: readonly TrayEntry[]
}

/** Entries of one cause, the most frequent cause first. */
export interface TrayGroup {
  readonly reason: string
  readonly entries: readonly TrayEntry[]
}

/** Groups entries by their cause; inside a group in the order of capture. */
export function groupByReason(entries: readonly TrayEntry[]): readonly TrayGroup[] {
  const groups = new Map<string, TrayEntry[]>()
  for (const entry of entries) groups.set(entry.reason, [...(groups.get(entry.reason) ?? []), entry])
  return [...groups]
    .map(([reason, grouped]) => ({ reason, entries: grouped.toSorted((a, b) => a.capturedAtMs - b.capturedAtMs) }))
    .toSorted((a, b) => b.entries.length - a.entries.length)
}

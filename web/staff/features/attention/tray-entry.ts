import { closingTypes } from '#sync/operations/round-of.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** One refused operation as the tray shows it. */
export interface TrayEntry {
  readonly opId: string
  readonly type: string
  readonly args: Readonly<Record<string, unknown>>
  /** The code that was scanned, else the product's own; null where neither is known. */
  readonly code: string | null
  readonly product: string | null
  readonly capturedAtMs: number
  readonly authorName: string
  /** Whether the signed-in user may resolve it: its author, or who looks after the author's warehouse. */
  readonly mayResolve: boolean
  /** Why it was refused. */
  readonly reason: string
  /** The operation whose refusal is behind it. */
  readonly causeOp: string | null
  /** The end of a round that nothing holds up any more; null for everything else. */
  readonly due: DueRound | null
  /** The server's present state of the item; null where the server knows none. */
  readonly item: ItemRow | null
  /** Operations that stand refused because of this one. */
  readonly blocked: readonly TrayEntry[]
}

/** What the end of a round says, and how many products lie there now. */
export interface DueRound {
  readonly distinctNow: number
  readonly typedCount: number
  readonly comment: string
  /** The user who scanned the round is signed in; nobody else can end it. */
  readonly isOwn: boolean
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

/**
 * Parts what a refusal has blocked: closing actions with what rests on them, which wait for the refusal to be settled,
 * and all others, which fall with it.
 */
export function partBlocked(blocked: readonly TrayEntry[]): {
  readonly closing: readonly TrayEntry[]
  readonly others: readonly TrayEntry[]
} {
  const closing = new Set<string>()
  // In the order of capture, so that a cause comes before what it has blocked.
  for (const { opId, type, causeOp } of blocked)
    if (closingTypes.has(type) || closing.has(causeOp ?? '')) closing.add(opId)
  return {
    closing: blocked.filter(({ opId }) => closing.has(opId)),
    others: blocked.filter(({ opId }) => !closing.has(opId)),
  }
}

/** Those of the entries that the signed-in user may settle together; the end of a round asks for its own count. */
export function settleableTogether(entries: readonly TrayEntry[]): readonly TrayEntry[] {
  return entries.filter(({ mayResolve, due }) => mayResolve && due === null)
}

import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** What a device showed of an item. */
export type Shown = Pick<ItemRow, 'version' | 'level'>

/** The part of an operation that says what it is about. */
export interface Laned {
  readonly op: { readonly lanes: readonly string[] }
}

/**
 * Whether a confirmed change has disappeared from a view. Each undecided operation on the item may lose the one version
 * that it added: where another user's action removes its precondition, it is replayed without effect until the server
 * decides it, and waits where its author sees it. Decided operations and the server's state never disappear again.
 */
export function hasSteppedBack(before: Shown | undefined, item: ItemRow, undecided: readonly Laned[]): boolean {
  if (before === undefined) return false
  // An operator of another warehouse gets the item in short, which has no facts for the former operator's steps.
  if (before.level === 'full' && item.level === 'slim') return false
  const lanes = new Set([`item:${item.id}`, ...codesOf(item).map((code) => `code:${code}`)])
  const mayBeLost = undecided.filter(({ op }) => op.lanes.some((lane) => lanes.has(lane))).length
  return item.version + mayBeLost < before.version
}

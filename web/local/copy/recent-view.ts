import type { ItemView } from './base-view.ts'
import type { EngineEvent } from '#web/local/engine/engine-event.ts'

/** Age up to which a view is handed on, in milliseconds. */
const freshMs = 2_000
/** Largest answer that is kept; a larger one is a list and no item in hand. */
const mostItems = 4

/** Views of items, of which the last few are at hand for the screen that a look-up leads to. */
export interface RecentView {
  readonly view: (ids: readonly string[], codes?: readonly string[]) => Promise<ItemView[]>
  /** The view of an item as it was read a moment ago; null after any change of it, and for what was not just read. */
  readonly viewed: (itemId: string) => ItemView | null
  /** To be told of every change of copy and operations. */
  readonly hear: (event: EngineEvent) => void
}

/**
 * Hands on what was viewed last: a scan looks its item up and opens the item's page, which is drawn at once with the
 * same view instead of being drawn empty and again when a second reading has come.
 */
export function createRecentView(
  read: (ids: readonly string[], codes: readonly string[]) => Promise<ItemView[]>,
  nowMs: () => number,
): RecentView {
  let kept: { readonly views: readonly ItemView[]; readonly atMs: number } | null = null
  let changes = 0

  return {
    async view(ids, codes = []) {
      const before = changes
      const views = await read(ids, codes)
      // What changed during the read may be missing from it.
      if (before === changes && views.length > 0 && views.length <= mostItems) kept = { views, atMs: nowMs() }
      return views
    },
    viewed(itemId) {
      if (kept === null) return null
      const age = nowMs() - kept.atMs
      if (age < 0 || age >= freshMs) return null
      return kept.views.find(({ item }) => item.id === itemId) ?? null
    },
    hear(event) {
      if (event.kind === 'status') return
      changes += 1
      const { itemIds } = event
      if (itemIds === 'all' || kept?.views.some(({ item }) => itemIds.includes(item.id)) === true) kept = null
    },
  }
}

import { packItem, type PackedItem } from '#sync/wire/item-row.ts'
import { viewItems } from '#web/local/copy/base-view.ts'
import type { CopyInfo } from '#web/local/copy/copy-rows.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import type { ListCorrections } from './list-index.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import type { EngineEvent } from '#web/local/engine/engine-event.ts'

/** Items seen at once: each may lie in a page of its own. */
const viewsAtOnce = 500

/**
 * Tells the copy's list which rows the device's own operations have changed. Only what has happened since the last
 * question is looked at again.
 */
export function createListCorrecting(copy: CopyStore, outbox: Outbox) {
  let stale: Set<string> | 'all' = 'all'
  const corrected = new Set<string>()

  function hear(event: EngineEvent): void {
    if (event.kind === 'status' || stale === 'all') return
    // An operation that names no item yet may concern any.
    if (event.itemIds === 'all' || (event.kind === 'ops' && event.itemIds.length === 0)) {
      stale = 'all'
      return
    }
    for (const id of event.itemIds) if (event.kind === 'ops' || corrected.has(id)) stale.add(id)
  }

  async function viewed(ids: readonly string[], codes: readonly string[]): Promise<Map<string, PackedItem>> {
    const rows = new Map<string, PackedItem>()
    for (let from = 0; from < Math.max(ids.length, codes.length); from += viewsAtOnce) {
      const end = from + viewsAtOnce
      for (const { item, pending } of await viewItems(copy, outbox, ids.slice(from, end), codes.slice(from, end)))
        if (pending > 0) rows.set(item.id, packItem(item))
    }
    return rows
  }

  /** What has changed since the last call, for the list of the open copy. */
  async function take({ scope, mark, covered }: CopyInfo): Promise<ListCorrections> {
    const asked = stale
    stale = new Set()
    try {
      if (asked === 'all') {
        const inCopy = new Set(covered)
        const ops = (await outbox.beyond(scope.accountId, mark)).filter(({ opId }) => !inCopy.has(opId))
        const rows = await viewed(keysOf(ops, 'item:'), keysOf(ops, 'code:'))
        corrected.clear()
        for (const id of rows.keys()) corrected.add(id)
        return { isWhole: true, rows: [...rows.values()], cleared: [] }
      }
      const rows = await viewed([...asked], [])
      const cleared = [...asked].filter((id) => !rows.has(id) && corrected.delete(id))
      for (const id of rows.keys()) corrected.add(id)
      return { isWhole: false, rows: [...rows.values()], cleared }
    } catch (error) {
      stale = 'all'
      throw error
    }
  }

  return {
    hear,
    take,
    /** The list may have missed the corrections that were taken: the next call sends all of them again. */
    forget: (): void => void (stale = 'all'),
  }
}

/** Ids or codes in the lanes of operations. Sorted, because rows lie in the pages by age and ids begin with it. */
function keysOf(ops: readonly OpRow[], prefix: string): string[] {
  const lanes = ops.flatMap((row) => row.lanes.filter((lane) => lane.startsWith(prefix)))
  return [...new Set(lanes.map((lane) => lane.slice(prefix.length)))].toSorted()
}

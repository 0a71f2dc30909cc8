import { moveItem } from '#sync/operations/stock/move-item.ts'
import { undoMove } from '#sync/operations/stock/undo-move.ts'
import type { Captured } from '#web/local/outbox/capture.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ListedItem } from '#web/local/list/list-query.ts'

/** How long a report waits for the server's word on moves that the device could not judge. */
const decidedWithinMs = 15_000

/** What moves are captured with, and asked after. */
export type MoveEngine = Pick<Engine, 'dispatch' | 'sync' | 'operations'>

/** What moving needs of an item, and its report. */
export type MovableItem = Pick<ListedItem, 'id' | 'code' | 'brand' | 'productLabel' | 'warehouseId'>

/** An item that was moved, with the operation that did it. */
export interface MovedItem {
  readonly item: MovableItem
  readonly opId: string
}

/** What became of moving several items: each is in exactly one list. */
export interface MoveReport {
  readonly stockId: string
  readonly moved: readonly MovedItem[]
  /** Items that this device has not, and of which the server has not said yet whether they may go. */
  readonly undecided: readonly MovedItem[]
  /** Items that stay where they are, by the code of the reason. */
  readonly skipped: ReadonlyMap<string, readonly MovableItem[]>
}

/** Moves items one after another; one that is refused changes nothing for the others. */
export function moveItems(
  engine: MoveEngine,
  items: readonly MovableItem[],
  stockId: string,
  onProgress: (done: number) => void,
  waitMs = decidedWithinMs,
): Promise<MoveReport> {
  const entries = items.map((item) => ({
    item,
    capture: () => engine.dispatch(moveItem, { itemId: item.id, stockId }),
  }))
  return report(engine, stockId, entries, onProgress, waitMs)
}

/** Puts items back that were moved, or may be; those that something else has happened to since then stay. */
export function undoMoves(
  engine: MoveEngine,
  { stockId, moved, undecided }: MoveReport,
  onProgress: (done: number) => void,
  waitMs = decidedWithinMs,
): Promise<MoveReport> {
  const entries = [...moved, ...undecided].map(({ item, opId }) => ({
    item,
    capture: () => engine.dispatch(undoMove, { targetOpId: opId, itemId: item.id }, { dependsOn: [opId] }),
  }))
  return report(engine, stockId, entries, onProgress, waitMs)
}

interface Entry {
  readonly item: MovableItem
  readonly capture: () => Promise<Captured>
}

async function report(
  engine: MoveEngine,
  stockId: string,
  entries: readonly Entry[],
  onProgress: (done: number) => void,
  waitMs: number,
): Promise<MoveReport> {
  const moved: MovedItem[] = []
  const unverified: MovedItem[] = []
  const skipped = new Map<string, MovableItem[]>()
  const skip = (code: string, item: MovableItem): void => void skipped.set(code, [...(skipped.get(code) ?? []), item])
  for (const [at, { item, capture }] of entries.entries()) {
    const captured = await capture()
    if (!captured.captured) skip(captured.code, item)
    else (captured.verdict === 'applied' ? moved : unverified).push({ item, opId: captured.opId })
    onProgress(at + 1)
  }
  const refused = new Map<string, string>()
  const undecided: MovedItem[] = []
  if (unverified.length > 0) {
    await Promise.race([engine.sync().catch(() => undefined), new Promise((done) => setTimeout(done, waitMs))])
    const states = (['tray', 'pending', 'held'] as const).map((state) => engine.operations(state))
    const open = await Promise.all(states).catch(() => null)
    for (const { opId, outcome } of open?.[0] ?? []) refused.set(opId, outcome?.code ?? 'SYNC_NEEDS_A_PERSON')
    const waiting = new Set(open?.slice(1).flatMap((rows) => rows.map(({ opId }) => opId)))
    for (const one of unverified) {
      const code = refused.get(one.opId)
      if (code !== undefined) skip(code, one.item)
      // What the device cannot read its word on may still be on its way.
      else (open === null || waiting.has(one.opId) ? undecided : moved).push(one)
    }
  }
  return { stockId, moved, undecided, skipped }
}

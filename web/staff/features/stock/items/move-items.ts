import { moveItem } from '#sync/operations/warehouse/move-item.ts'
import { undoMove } from '#sync/operations/warehouse/undo-move.ts'
import type { Engine } from '#web/local/engine.ts'
import type { ListedItem } from '#web/local/list-query.ts'

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
  /** Items that stay where they are, by the code of the reason. */
  readonly skipped: ReadonlyMap<string, readonly MovableItem[]>
}

/** Moves items one after another; one that is refused changes nothing for the others. */
export async function moveItems(
  engine: Pick<Engine, 'dispatch'>,
  items: readonly MovableItem[],
  stockId: string,
  onProgress: (done: number) => void,
): Promise<MoveReport> {
  const moved: MovedItem[] = []
  const skipped = new Map<string, MovableItem[]>()
  for (const [at, item] of items.entries()) {
    const captured = await engine.dispatch(moveItem, { itemId: item.id, stockId })
    if (captured.captured) moved.push({ item, opId: captured.opId })
    else skipped.set(captured.code, [...(skipped.get(captured.code) ?? []), item])
    onProgress(at + 1)
  }
  return { stockId, moved, skipped }
}

/** Puts moved items back; those that something else happened to meanwhile stay. */
export async function undoMoves(
  engine: Pick<Engine, 'dispatch'>,
  { stockId, moved }: MoveReport,
  onProgress: (done: number) => void,
): Promise<MoveReport> {
  const back: MovedItem[] = []
  const skipped = new Map<string, MovableItem[]>()
  for (const [at, { item, opId }] of moved.entries()) {
    const args = { targetOpId: opId, itemId: item.id }
    const captured = await engine.dispatch(undoMove, args, { dependsOn: [opId] })
    if (captured.captured) back.push({ item, opId: captured.opId })
    else skipped.set(captured.code, [...(skipped.get(captured.code) ?? []), item])
    onProgress(at + 1)
  }
  return { stockId, moved: back, skipped }
}

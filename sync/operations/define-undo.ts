import * as z from 'zod'
import type { Permission } from '#domain/access/permission.ts'
import { succeed } from '#domain/kernel/result.ts'
import { defineOperation, type OperationDefinition } from './define-operation.ts'
import { saveUpdate, stateBefore } from './item-write.ts'

/** Arguments of an undo: the operation to undo, and its item. */
export const undoArgs = z.strictObject({ targetOpId: z.uuid(), itemId: z.uuid() })
/** Arguments of an undo. */
export type UndoArgs = z.output<typeof undoArgs>

/** What an undo is called, may be done by, and undoes. */
export interface UndoOf {
  readonly type: string
  readonly permission: Permission
  /** Types of the operations that it undoes. */
  readonly undoes: readonly string[]
  /** Name of the action in the item's history. */
  readonly action: string
}

/** Defines an undo of actions that change one item alone (lifecycle, row «undo»). */
export function defineUndo({ type, permission, undoes, action }: UndoOf): OperationDefinition<UndoArgs> {
  return defineOperation<UndoArgs>({
    type,
    v: 1,
    permission,
    schema: undoArgs,
    upcast: {},
    // An undo of what a colleague has said too leaves the item as it is.
    confirmedFields: ['status', 'stockId'],
    lanes: (args) => [`item:${args.itemId}`],
    needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [args.targetOpId] }),
    apply(records, op, args, context) {
      const found = stateBefore(records.item(args.itemId), args.targetOpId, undoes, records, context)
      if (!found.ok) return found
      const { item, next, facts } = found.value
      const details = { targetOpId: args.targetOpId }
      saveUpdate(records, { item, op, context, action, next, facts, isUndoable: false, details })
      return succeed({ itemId: item.id, status: next.status, stockId: next.stockId })
    },
  })
}

import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { decideMove } from '#domain/stock/move-item.ts'
import { noNeeds } from '../../records.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { wasCapturedUnaware, saveRepeat, saveUpdate } from '../item-write.ts'

const uuid = z.uuid()

/** Arguments of a move; `countId` names the stock count that it resolves an item of. */
export const moveItemArgs = z.strictObject({
  itemId: uuid,
  stockId: uuid,
  countId: uuid.optional(),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of a move. */
export type MoveItemArgs = z.output<typeof moveItemArgs>

/**
 * Moves an item to another stock of its warehouse (STOCK-14; lifecycle row «move to another stock»). Where a colleague was
 * first, both have moved it there.
 */
export const moveItem = defineOperation<MoveItemArgs>({
  type: 'moveItem',
  v: 1,
  permission: 'item.move',
  schema: moveItemArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({
    ...noNeeds,
    itemIds: [args.itemId],
    countIds: args.countId === undefined ? [] : [args.countId],
  }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const target = records.stock(args.stockId)
    if (target === undefined) return fail({ code: 'STOCK_UNKNOWN' })
    if (!worksIn(context.actor, target.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const decided = decideMove(item, target)
    const counted = args.countId === undefined ? {} : { details: { countId: args.countId } }
    if (!decided.ok) {
      if (decided.error !== 'STOCK_MOVE_SAME_STOCK' || !wasCapturedUnaware(op, item))
        return fail({ code: decided.error })
      saveRepeat(records, { item, op, context, action: 'move', comment: args.comment, ...counted })
      return succeed({ itemId: item.id, stockId: target.id })
    }
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'move',
      next: decided.value,
      facts: { missingSinceMs: null },
      isUndoable: true,
      comment: args.comment,
      ...counted,
    })
    return succeed({ itemId: item.id, stockId: target.id })
  },
})

import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { countResolutions } from '#domain/stock/stock-count.ts'
import { inStockStatuses } from '#domain/item/item-transitions.ts'
import { noNeeds } from '../../records.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { saveUpdate } from '../item-write.ts'

const uuid = z.uuid()

/** Arguments: the count, the item and how it is resolved without a move, which is an operation of its own. */
export const resolveCountLineArgs = z.strictObject({
  countId: uuid,
  stockId: uuid,
  itemId: uuid,
  resolution: z.enum(countResolutions),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of a resolution. */
export type ResolveCountLineArgs = z.output<typeof resolveCountLineArgs>

/** Resolves one item of a stock count that stays where it belongs: seen after all, not to be found, or put back. */
export const resolveCountLine = defineOperation<ResolveCountLineArgs>({
  type: 'resolveCountLine',
  v: 1,
  permission: 'item.move',
  schema: resolveCountLineArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ ...noNeeds, itemIds: [args.itemId], countIds: [args.countId] }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const stock = records.stock(args.stockId)
    if (stock === undefined) return fail({ code: 'STOCK_UNKNOWN' })
    if (!worksIn(context.actor, stock.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    if (!inStockStatuses.includes(item.status)) return fail({ code: 'ITEM_STATUS_NOT_ELIGIBLE' })
    const belongsHere = item.stockId === stock.id
    if (belongsHere === (args.resolution === 'put_back')) return fail({ code: 'COUNT_NOT_RESOLVED' })
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'stock_count',
      next: item,
      facts: { missingSinceMs: args.resolution === 'not_found' ? context.atMs : null },
      isUndoable: false,
      comment: args.comment,
      details: { countId: args.countId, stockId: stock.id, resolution: args.resolution },
    })
    return succeed({ itemId: item.id, resolution: args.resolution })
  },
})

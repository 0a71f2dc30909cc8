import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { checkCountEnd } from '#domain/stock/stock-count.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'

const uuid = z.uuid()
const number = z.int().min(0).max(1_000_000)

/** Arguments of the end of a stock count: what belonged to the stock, what was there, and what was resolved. */
export const endStockCountArgs = z.strictObject({
  countId: uuid,
  stockId: uuid,
  expectedCount: number,
  presentCount: number,
  missingCount: number,
  unexpectedCount: number,
  resolvedCount: number,
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of the end of a stock count. */
export type EndStockCountArgs = z.output<typeof endStockCountArgs>

/** Ends a stock count; blocked while one of its resolutions is refused and unresolved, and names it. */
export const endStockCount = defineOperation<EndStockCountArgs>({
  type: 'endStockCount',
  v: 1,
  permission: 'item.move',
  schema: endStockCountArgs,
  upcast: {},
  lanes: (args) => [`count:${args.countId}`],
  needs: (args) => ({ itemIds: [], codes: [], roundIds: [args.countId], opIds: [], countIds: [args.countId] }),
  apply(records, op, args, context) {
    const stock = records.stock(args.stockId)
    if (stock === undefined) return fail({ code: 'STOCK_UNKNOWN' })
    if (!worksIn(context.actor, stock.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    if (records.count(args.countId) !== undefined) return fail({ code: 'COUNT_ALREADY_ENDED' })
    const refused = records.refusedInRound(args.countId)[0]
    if (refused !== undefined) return fail({ code: 'COUNT_HAS_REFUSED', causeOp: refused, status: 'blocked_by' })
    const checked = checkCountEnd(args)
    if (!checked.ok) return fail({ code: checked.error })
    const { expectedCount, presentCount, missingCount, unexpectedCount } = args
    records.saveCount({
      id: args.countId,
      warehouseId: stock.warehouseId,
      stockId: stock.id,
      userId: context.actor.userId,
      endedAtMs: doneAtMs(op, context),
      expectedCount,
      presentCount,
      missingCount,
      unexpectedCount,
      comment: args.comment === undefined || args.comment === '' ? null : args.comment,
    })
    return succeed({ countId: args.countId })
  },
})

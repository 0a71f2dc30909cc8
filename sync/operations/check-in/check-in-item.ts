import * as z from 'zod'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { decideCheckIn, type CheckIn, type CheckInPlace } from '#domain/check-in/check-in.ts'
import type { ItemError } from '#domain/item/item-errors.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { Records } from '../../records.ts'
import type { ItemRow } from '../../wire/item-row.ts'
import type { Operation } from '../../wire/operation.ts'
import { defineOperation, worksIn, type Refusal, type RunContext } from '../define-operation.ts'
import { wasCapturedUnaware, saveRepeat, saveUpdate } from '../item-write.ts'
import { takeOutOfOpenPackage } from '../expedition/package-content.ts'

const uuid = z.uuid()

/**
 * Arguments of a check-in. `itemId` is absent where nothing on the device knows the code; the server resolves it.
 * `stockId` is the stock chosen for a tested item that comes back.
 */
export const checkInItemArgs = z.strictObject({
  code: z.string().regex(/^[0-9A-Z]{8,17}$/),
  itemId: uuid.optional(),
  warehouseId: uuid,
  roundId: uuid.optional(),
  stockId: uuid.optional(),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of a check-in. */
export type CheckInItemArgs = z.output<typeof checkInItemArgs>

/**
 * Registers the product in the operator's hand in a warehouse (WH-02, WH-03; lifecycle rows «check in»); what arrives lies
 * in no open package any more. A product that a colleague has checked in before is checked in by both.
 */
export const checkInItem = defineOperation<CheckInItemArgs>({
  type: 'checkInItem',
  v: 1,
  permission: 'warehouse.check_in',
  schema: checkInItemArgs,
  upcast: {},
  lanes: (args) => [args.itemId === undefined ? `code:${args.code}` : `item:${args.itemId}`],
  needs: (args) => ({
    itemIds: args.itemId === undefined ? [] : [args.itemId],
    codes: args.itemId === undefined ? [args.code] : [],
    roundIds: [],
    opIds: [],
    holders: true,
  }),
  apply(records, op, args, context) {
    if (!worksIn(context.actor, args.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const found = findItem(records, args)
    if (!found.ok) return found
    const item = found.value
    const place = placeOf(records, args, context)
    if (!place.ok) return place
    const decided = decideCheckIn(item, place.value)
    if (!decided.ok) {
      if (!isRepeat(op, item, args, decided.error)) return fail({ code: decided.error })
      saveRepeat(records, { item, op, context, action: 'check_in', comment: args.comment })
      return succeed({ itemId: item.id, kind: alreadyCheckedIn })
    }
    if (!mayStandThere(records, args, decided.value)) return fail({ code: 'STOCK_NOT_ALLOWED' })
    const { kind, next } = decided.value
    const leftPackageId = takeOutOfOpenPackage(records, item)
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'check_in',
      next,
      ...(leftPackageId === null ? {} : { facts: { packageId: null } }),
      isUndoable: true,
      comment: args.comment,
      details: { kind, ...(leftPackageId === null ? {} : { leftPackageId }) },
    })
    return succeed({ itemId: item.id, kind })
  },
})

/** What a check-in answers as its kind where a colleague had checked the product in before. */
export const alreadyCheckedIn = 'already'

/** Whether two users have checked the same product in, into the same stock, each without knowing of the other. */
function isRepeat(op: Operation, item: ItemRow, { stockId }: CheckInItemArgs, refusal: ItemError): boolean {
  if (refusal !== 'ITEM_ALREADY_CHECKED_IN' || !wasCapturedUnaware(op, item)) return false
  return stockId === undefined || stockId === item.stockId
}

function findItem(records: Records, args: CheckInItemArgs): Result<ItemRow, Refusal> {
  if (args.itemId !== undefined) {
    const item = records.item(args.itemId)
    return item === undefined ? fail({ code: 'ITEM_UNKNOWN' }) : succeed(item)
  }
  const found = records.itemsByCode(args.code)
  if (found.length > 1) return fail({ code: 'ITEM_CODE_AMBIGUOUS' })
  return found[0] === undefined ? fail({ code: 'ITEM_UNKNOWN' }) : succeed(found[0])
}

/** Whether a chosen stock holds items of this status; it counts for a tested item that comes back alone. */
function mayStandThere(records: Records, { stockId }: CheckInItemArgs, { kind, next }: CheckIn): boolean {
  if (stockId === undefined || kind !== 'back_in_stock') return true
  return mayBeSet(records.stock(stockId)?.native ?? null, next.status)
}

function placeOf(records: Records, args: CheckInItemArgs, context: RunContext): Result<CheckInPlace, Refusal> {
  if (args.stockId !== undefined && records.stock(args.stockId)?.warehouseId !== args.warehouseId)
    return fail({ code: 'STOCK_UNKNOWN' })
  if (records.nativeStock(args.warehouseId, 'awaiting_control') === undefined)
    return fail({ code: 'SYNC_OUT_OF_SCOPE' })
  return succeed({
    warehouseId: args.warehouseId,
    requirement: records.config.settings.warehouseCheckinRequirement,
    bypassesRequirement: isAdminType(context.actor.userType),
    chosenStockId: args.stockId ?? null,
    nativeStock(native) {
      const stock = records.nativeStock(args.warehouseId, native)
      if (stock === undefined) throw new Error(`warehouse ${args.warehouseId} lacks its stock ${native}`)
      return stock.id
    },
  })
}

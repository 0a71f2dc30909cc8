import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { defineOperation } from '../define-operation.ts'
import { saveUpdate, stateBefore } from '../item-write.ts'
import { checkInItem } from './check-in-item.ts'
import { rejoinPackage } from '../expedition/package-content.ts'

const uuid = z.uuid()

/** Arguments of an undo: the check-in's operation, and its item or, where none was known, its code. */
export const undoCheckInArgs = z.strictObject({
  targetOpId: uuid,
  itemId: uuid.optional(),
  code: z.string().regex(/^[0-9A-Z]{8,17}$/),
})
/** Arguments of an undo. */
export type UndoCheckInArgs = z.output<typeof undoCheckInArgs>

/**
 * Puts back what a check-in changed: by its actor, while it is the item's latest action (lifecycle, row «undo»). What it
 * took out of an open package lies in it again, where there is room.
 */
export const undoCheckIn = defineOperation<UndoCheckInArgs>({
  type: 'undoCheckIn',
  v: 1,
  permission: 'warehouse.check_in',
  schema: undoCheckInArgs,
  upcast: {},
  // An undo of what a colleague has said too leaves the item as it is.
  confirmedFields: ['status', 'stockId'],
  lanes: (args) => [args.itemId === undefined ? `code:${args.code}` : `item:${args.itemId}`],
  needs: (args) => ({
    itemIds: args.itemId === undefined ? [] : [args.itemId],
    codes: args.itemId === undefined ? [args.code] : [],
    roundIds: [],
    opIds: [args.targetOpId],
    holders: true,
  }),
  apply(records, op, args, context) {
    const rows = args.itemId === undefined ? records.itemsByCode(args.code) : [records.item(args.itemId)]
    const item = rows.find((row) => row?.last?.opId === args.targetOpId) ?? rows[0]
    const before = stateBefore(item, args.targetOpId, [checkInItem.type], records, context)
    if (!before.ok) return before
    const { item: found, next, facts } = before.value
    const leftPackageId = facts.packageId ?? null
    const packageId = rejoinPackage(records, found, leftPackageId)
    const details = { targetOpId: args.targetOpId }
    saveUpdate(records, {
      item: found,
      op,
      context,
      action: 'undo_check_in',
      next,
      facts: leftPackageId === null ? facts : { ...facts, packageId },
      isUndoable: false,
      details,
    })
    return succeed({ itemId: found.id, status: next.status, stockId: next.stockId })
  },
})

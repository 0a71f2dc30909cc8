import * as z from 'zod'
import { changeOf } from '#domain/warehouse/item-state.ts'
import { fail, succeed } from '#domain/kernel/result.ts'
import type { ItemRow } from '../../wire/item-row.ts'
import { defineOperation } from '../definition.ts'

const uuid = z.uuid()

/** Arguments of an undo: the check-in's operation, and its item or, where none was known, its code. */
export const undoCheckInArgs = z.strictObject({
  targetOpId: uuid,
  itemId: uuid.optional(),
  code: z.string().regex(/^[0-9A-Z]{8,17}$/),
})
/** Arguments of an undo. */
export type UndoCheckInArgs = z.output<typeof undoCheckInArgs>

/** Puts back what a check-in changed: by its actor, while it is the item's latest action (lifecycle, row «undo»). */
export const undoCheckIn = defineOperation<UndoCheckInArgs>({
  type: 'undoCheckIn',
  v: 1,
  permission: 'warehouse.check_in',
  schema: undoCheckInArgs,
  upcast: {},
  lanes: (args) => [args.itemId === undefined ? `code:${args.code}` : `item:${args.itemId}`],
  needs: (args) => ({
    itemIds: args.itemId === undefined ? [] : [args.itemId],
    codes: args.itemId === undefined ? [args.code] : [],
    roundIds: [],
    opIds: [args.targetOpId],
  }),
  apply(records, op, args, context) {
    const found = args.itemId === undefined ? records.itemsByCode(args.code) : [records.item(args.itemId)]
    const item = found.find((row) => row?.last?.opId === args.targetOpId) ?? found[0]
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const last = item.last
    if (last === null || last.opId !== args.targetOpId) return fail({ code: 'UNDO_NOT_LATEST' })
    if (last.actor !== context.actor.userId) return fail({ code: 'UNDO_NOT_ACTOR' })
    if (last.type !== 'checkInItem' || last.before === null) return fail({ code: 'UNDO_NOT_POSSIBLE' })
    const next: ItemRow = {
      ...item,
      ...last.before,
      version: item.version + 1,
      last: { opId: op.opId, type: op.type, actor: op.actor, before: null },
      latestMoveAtMs: context.atMs,
    }
    records.saveItem(next, {
      action: 'undo_check_in',
      before: changeOf(item),
      after: changeOf(next),
      comment: null,
      details: { targetOpId: args.targetOpId },
    })
    return succeed({ itemId: item.id })
  },
})

import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { decideStepsConfirmed, refurbCosts } from '#domain/refurb/refurb-step.ts'
import { itemFacts } from '../../wire/item-row.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { nativeStocksOf, saveUpdate } from '../item-write.ts'

/** Arguments of the confirmation of an item's steps. */
export const confirmRefurbStepsArgs = z.strictObject({ itemId: z.uuid() })
export type ConfirmRefurbStepsArgs = z.output<typeof confirmRefurbStepsArgs>

/** Ends the refurbishment of an item; blocked while an action on one of its steps is refused and unresolved. */
export const confirmRefurbSteps = defineOperation<ConfirmRefurbStepsArgs>({
  type: 'confirmRefurbSteps',
  v: 1,
  permission: 'refurb.write',
  schema: confirmRefurbStepsArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [args.itemId], opIds: [] }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    if (item.warehouseId === null) return fail({ code: 'REFURB_NOT_STARTED' })
    if (!worksIn(context.actor, item.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const refused = records.refusedInRound(args.itemId)[0]
    if (refused !== undefined) return fail({ code: 'REFURB_HAS_REFUSED', causeOp: refused, status: 'blocked_by' })
    const native = nativeStocksOf(records, item.warehouseId)
    if (!native.ok) return native
    const { steps } = itemFacts(item)
    const decided = decideStepsConfirmed(item, steps, native.value('refurbishment_completed'))
    if (!decided.ok) return fail({ code: decided.error })
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'refurb_confirm',
      next: decided.value,
      isUndoable: false,
      details: { ...refurbCosts(steps) },
    })
    return succeed({ itemId: item.id })
  },
})

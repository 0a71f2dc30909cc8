import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { decideHandOver, type PackageOrigin } from '#domain/expedition/packing.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import { defineOperation, sendsFrom } from '../define-operation.ts'
import { saveUpdate } from '../item-write.ts'
import { packableItem } from './package-content.ts'

/** Arguments of a handing over. */
export const handOverItemArgs = z.strictObject({ itemId: z.uuid() })
export type HandOverItemArgs = z.output<typeof handOverItemArgs>

/** Hands a product to the carrier with its own label: to a warehouse, or back to its customer. */
export const handOverItem = defineOperation<HandOverItemArgs>({
  type: 'handOverItem',
  v: 1,
  permission: 'expedition.send',
  schema: handOverItemArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [] }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'BB_DOES_NOT_EXIST' })
    const decided = decideHandOver(packableItem(records, item), itemFacts(item))
    if (!decided.ok) return fail({ code: decided.error })
    const origin = originOf(item)
    if (origin === null || !sendsFrom(context.actor, origin)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const isReturn = decided.value.status === 'item_returned'
    saveUpdate(records, {
      item,
      op,
      context,
      action: isReturn ? 'ship_return' : 'hand_over',
      next: decided.value,
      // The label leaves with the product: where that comes back, its next return needs another.
      facts: isReturn ? { hasReturnLabel: false } : {},
      isUndoable: false,
    })
    return succeed({ itemId: item.id, status: decided.value.status })
  },
})

function originOf({ warehouseId, storeId }: ItemRow): PackageOrigin | null {
  if (warehouseId !== null) return { type: 'warehouse', warehouseId }
  return storeId === null ? null : { type: 'store', storeId }
}

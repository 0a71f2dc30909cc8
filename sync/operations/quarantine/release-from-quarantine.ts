import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { decideRelease, releases } from '#domain/quarantine/quarantine.ts'
import { declaredOf, itemFacts } from '../../wire/item-row.ts'
import { defineOperation, worksIn } from '../define-operation.ts'
import { nativeStocksOf, saveUpdate } from '../item-write.ts'

const uuid = z.uuid()

/** Arguments of a release: the item, and its way out. */
export const releaseFromQuarantineArgs = z.strictObject({
  itemId: uuid,
  release: z.enum(releases),
  comment: capturedText(textLimits.comment).optional(),
})
/** Arguments of a release. */
export type ReleaseFromQuarantineArgs = z.output<typeof releaseFromQuarantineArgs>

/** Lets an item out of quarantine (WH-13; lifecycle rows «release»); screens offer it online alone. */
export const releaseFromQuarantine = defineOperation<ReleaseFromQuarantineArgs>({
  type: 'releaseFromQuarantine',
  v: 1,
  permission: 'quarantine.transition',
  schema: releaseFromQuarantineArgs,
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: (args) => ({ itemIds: [args.itemId], codes: [], roundIds: [], opIds: [] }),
  apply(records, op, args, context) {
    const item = records.item(args.itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    if (item.warehouseId === null) return fail({ code: 'ITEM_STATUS_NOT_ELIGIBLE' })
    if (!worksIn(context.actor, item.warehouseId)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const native = nativeStocksOf(records, item.warehouseId)
    if (!native.ok) return native
    const { hasReturnLabel, missingSinceMs } = itemFacts(item)
    const facts = { declared: declaredOf(item), hasReturnLabel, nativeStock: native.value }
    const decided = decideRelease(item, args.release, facts)
    if (!decided.ok) return fail({ code: decided.error })
    const { next, validated } = decided.value
    saveUpdate(records, {
      item,
      op,
      context,
      action: `quarantine_${args.release}`,
      next,
      // Decided at a desk, without the product.
      facts: { missingSinceMs, ...(validated === null ? {} : { validated }) },
      isUndoable: false,
      comment: args.comment,
    })
    return succeed({ itemId: item.id, release: args.release, needsMove: args.release === 'kept' })
  },
})

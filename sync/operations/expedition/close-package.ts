import * as z from 'zod'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { isInBlock } from '#domain/expedition/package-number.ts'
import { checkClosing, packageLimit, inTransitTo } from '#domain/expedition/packing.ts'
import type { PackageRow, Records } from '../../records.ts'
import type { Operation } from '../../wire/operation.ts'
import { defineOperation, sendsFrom, type OperationResult, type Refusal, type RunContext } from '../define-operation.ts'
import { doneAtMs } from '../done-at.ts'
import { saveRepeat, saveUpdate, wasCapturedUnaware } from '../item-write.ts'
import { packableItem } from './package-content.ts'

const uuid = z.uuid()

/** Arguments of a closing: the number from the device's block, and the content as the operator saw it. */
export const closePackageArgs = z.strictObject({
  packageId: uuid,
  number: z.string().regex(/^04\d{11}$/),
  itemIds: z.array(uuid).min(1).max(packageLimit),
})
/** Arguments of a closing. */
export type ClosePackageArgs = z.output<typeof closePackageArgs>

/**
 * Closes a package and sends its items on their way (EXP-08; lifecycle, row «close package»). Nothing happens where it is
 * not what the operator saw, or while a scan into it, or any operation on what lies in it, is refused and unresolved. Where
 * a colleague has closed the same content first, both have closed it, under the colleague's number.
 */
export const closePackage = defineOperation<ClosePackageArgs>({
  type: 'closePackage',
  v: 1,
  permission: 'expedition.send',
  schema: closePackageArgs,
  upcast: {},
  confirmedFields: ['number'],
  lanes: (args) => [`package:${args.packageId}`, ...args.itemIds.map((itemId) => `item:${itemId}`)],
  needs: (args) => ({
    itemIds: args.itemIds,
    codes: [],
    roundIds: [args.packageId],
    opIds: [],
    refusedItemIds: args.itemIds,
    packageIds: [args.packageId],
    packageNumbers: [args.number],
  }),
  apply(records, op, args, context) {
    const into = records.package(args.packageId)
    if (into === undefined) return fail({ code: 'PACKAGE_UNKNOWN' })
    if (!sendsFrom(context.actor, into.origin)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    if (into.status === 'closed') return repeatClosing(records, into, { op, args, context })
    const refused = firstRefused(records, into)
    if (refused !== null) return fail({ code: 'PACKAGE_HAS_REFUSED', status: 'blocked_by', ...refused })
    const items = into.itemIds.map((itemId) => records.item(itemId)).filter((item) => item !== undefined)
    const packable = items.map((item) => packableItem(records, item))
    const checked = checkClosing(into, args.itemIds, packable)
    if (!checked.ok) return fail({ code: checked.error })
    if (!records.packageBlocks.some((block) => isInBlock(args.number, block)))
      return fail({ code: 'PACKAGE_NUMBER_NOT_RESERVED' })
    if (records.packageByNumber(args.number) !== undefined) return fail({ code: 'PACKAGE_NUMBER_TAKEN' })
    const { number } = args
    const closedAtMs = doneAtMs(op, context)
    records.savePackage({ ...into, status: 'closed', number, closedAtMs, version: into.version + 1 })
    const details = { packageId: into.id, number, destinationWarehouseId: into.destinationWarehouseId }
    for (const item of items)
      saveUpdate(records, {
        item,
        op,
        context,
        action: 'close_package',
        next: inTransitTo(item, into.destinationWarehouseId),
        isUndoable: false,
        details,
      })
    return succeed({ packageId: into.id, number })
  },
})

/** A closing of what is closed already: one with the first, where its author saw the same content and knew of no other. */
function repeatClosing(
  records: Records,
  into: PackageRow,
  { op, args, context }: { readonly op: Operation; readonly args: ClosePackageArgs; readonly context: RunContext },
): Result<OperationResult, Refusal> {
  const [first] = args.itemIds.map((itemId) => records.item(itemId))
  const isSame = into.itemIds.toSorted().join() === args.itemIds.toSorted().join()
  if (!isSame || first === undefined || !wasCapturedUnaware(op, first)) return fail({ code: 'PACKAGE_CLOSED' })
  const { number, destinationWarehouseId } = into
  const details = { packageId: into.id, number, destinationWarehouseId, givenNumber: args.number }
  for (const item of into.itemIds.flatMap((itemId) => records.item(itemId) ?? []))
    saveRepeat(records, { item, op, context, action: 'close_package', details })
  return succeed({ packageId: into.id, number })
}

/** What holds a package up: a refused scan into it or out of it, or anything refused of an item that lies in it. */
function firstRefused(records: Records, into: PackageRow): Pick<Refusal, 'causeOp' | 'details'> | null {
  const scan = records.refusedInRound(into.id)[0]
  if (scan !== undefined) return { causeOp: scan }
  for (const itemId of into.itemIds) {
    const causeOp = records.refusedOfItem(itemId)[0]
    if (causeOp !== undefined) return { causeOp, details: { itemId } }
  }
  return null
}

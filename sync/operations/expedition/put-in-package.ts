import * as z from 'zod'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { checkPacking, packageLimit } from '#domain/expedition/packing.ts'
import type { PackageRow, Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import { defineOperation, sendsFrom, type Refusal, type RunContext } from '../define-operation.ts'
import { wasCapturedUnaware, saveRepeat, saveUpdate, stateBefore } from '../item-write.ts'
import { isInactiveDestination } from './inactive-destination.ts'
import { packableItem, savePackage, without } from './package-content.ts'

const uuid = z.uuid()

/** Arguments of putting an item in a package, or taking it out. */
export const packageItemArgs = z.strictObject({ itemId: uuid, packageId: uuid })
export type PackageItemArgs = z.output<typeof packageItemArgs>

/** Arguments of an undo of either. */
export const undoPackageItemArgs = z.strictObject({ targetOpId: uuid, itemId: uuid, packageId: uuid })
export type UndoPackageItemArgs = z.output<typeof undoPackageItemArgs>

const lanes = ({ itemId, packageId }: PackageItemArgs): readonly string[] => [`item:${itemId}`, `package:${packageId}`]
const needs = ({ itemId, packageId }: PackageItemArgs, opIds: readonly string[] = []) => ({
  itemIds: [itemId],
  codes: [],
  roundIds: [],
  opIds,
  packageIds: [packageId],
})

/**
 * Puts an item in an open package (lifecycle, row «put in package»; EXP-09 to EXP-14). Where a colleague was first, both
 * have put it there.
 */
export const putInPackage = defineOperation<PackageItemArgs>({
  type: 'putInPackage',
  v: 1,
  permission: 'expedition.send',
  schema: packageItemArgs,
  upcast: {},
  lanes,
  needs: (args) => needs(args),
  apply(records, op, args, context) {
    const found = find(records, args, context)
    if (!found.ok) return found
    const { item, into } = found.value
    const facts = { packageId: into.id }
    const details = facts
    if (into.status === 'open' && into.itemIds.includes(item.id) && wasCapturedUnaware(op, item)) {
      saveRepeat(records, { item, op, context, action: 'put_in_package', facts, details })
      return succeed({ itemId: item.id, packageId: into.id })
    }
    const checked = checkPacking(packableItem(records, item), into)
    if (!checked.ok) return fail({ code: checked.error })
    if (isInactiveDestination(records.config, into.destinationWarehouseId))
      return fail({ code: 'PACKAGE_DESTINATION_INACTIVE' })
    savePackage(records, into, [...into.itemIds, item.id])
    saveUpdate(records, { item, op, context, action: 'put_in_package', next: item, facts, isUndoable: true, details })
    return succeed({ itemId: item.id, packageId: into.id })
  },
})

/** Takes an item out of an open package. */
export const takeOutOfPackage = defineOperation<PackageItemArgs>({
  type: 'takeOutOfPackage',
  v: 1,
  permission: 'expedition.send',
  schema: packageItemArgs,
  upcast: {},
  lanes,
  needs: (args) => needs(args),
  apply(records, op, args, context) {
    const found = find(records, args, context)
    if (!found.ok) return found
    const { item, into } = found.value
    if (into.status === 'closed') return fail({ code: 'PACKAGE_CLOSED' })
    if (!into.itemIds.includes(item.id)) return fail({ code: 'PACKAGE_NOT_IN_IT' })
    savePackage(records, into, without(into, item))
    const details = { packageId: into.id }
    saveUpdate(records, {
      item,
      op,
      context,
      action: 'take_out_of_package',
      next: item,
      facts: { packageId: null },
      isUndoable: true,
      details,
    })
    return succeed({ itemId: item.id, packageId: into.id })
  },
})

/** Undoes either while the package is open, by its actor, as the item's latest action. */
export const undoPackageItem = defineOperation<UndoPackageItemArgs>({
  type: 'undoPackageItem',
  v: 1,
  permission: 'expedition.send',
  schema: undoPackageItemArgs,
  upcast: {},
  lanes,
  needs: (args) => needs(args, [args.targetOpId]),
  apply(records, op, args, context) {
    const before = stateBefore(
      records.item(args.itemId),
      args.targetOpId,
      ['putInPackage', 'takeOutOfPackage'],
      records,
      context,
    )
    if (!before.ok) return before
    const { item, next, facts } = before.value
    const into = records.package(args.packageId)
    if (into === undefined) return fail({ code: 'PACKAGE_UNKNOWN' })
    if (into.status === 'closed') return fail({ code: 'PACKAGE_CLOSED' })
    const wasPut = item.last?.type === 'putInPackage'
    if (wasPut ? itemFacts(item).packageId !== into.id : facts.packageId !== into.id)
      return fail({ code: 'UNDO_NOT_POSSIBLE' })
    if (!wasPut && into.itemIds.length >= packageLimit) return fail({ code: 'PACKAGE_FULL' })
    // What a colleague had put in it too lies in it still.
    if (wasPut && facts.packageId === into.id) return fail({ code: 'UNDO_NOT_POSSIBLE' })
    savePackage(records, into, wasPut ? without(into, item) : [...without(into, item), item.id])
    const details = { targetOpId: args.targetOpId, packageId: into.id }
    saveUpdate(records, { item, op, context, action: 'undo_package', next, facts, isUndoable: false, details })
    return succeed({ itemId: item.id, packageId: into.id })
  },
})

/** Operations that change what lies in a package, one item each. */
export const contentTypes: ReadonlySet<string> = new Set([
  putInPackage.type,
  takeOutOfPackage.type,
  undoPackageItem.type,
])

function find(
  records: Records,
  { itemId, packageId }: PackageItemArgs,
  { actor }: RunContext,
): Result<{ readonly item: ItemRow; readonly into: PackageRow }, Refusal> {
  const into = records.package(packageId)
  if (into === undefined) return fail({ code: 'PACKAGE_UNKNOWN' })
  if (!sendsFrom(actor, into.origin)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
  const item = records.item(itemId)
  return item === undefined ? fail({ code: 'BB_DOES_NOT_EXIST' }) : succeed({ item, into })
}

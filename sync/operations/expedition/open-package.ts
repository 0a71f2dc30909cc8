import * as z from 'zod'
import { fail, succeed } from '#domain/kernel/result.ts'
import { defineOperation, sendsFrom } from '../define-operation.ts'
import { isInactiveDestination } from './inactive-destination.ts'

const uuid = z.uuid()

/** Where a package is filled. */
const packageOriginSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('store'), storeId: uuid }),
  z.strictObject({ type: z.literal('warehouse'), warehouseId: uuid }),
])

/** Arguments of a new package; its id is drawn by the device. */
export const openPackageArgs = z.strictObject({
  packageId: uuid,
  origin: packageOriginSchema,
  destinationWarehouseId: uuid,
})
/** Arguments of a new package. */
export type OpenPackageArgs = z.output<typeof openPackageArgs>

/** Begins a package for a destination (EXP-02, EXP-03). */
export const openPackage = defineOperation<OpenPackageArgs>({
  type: 'openPackage',
  v: 1,
  permission: 'expedition.send',
  schema: openPackageArgs,
  upcast: {},
  lanes: (args) => [`package:${args.packageId}`],
  needs: (args) => ({
    itemIds: [],
    codes: [],
    roundIds: [],
    opIds: [],
    packageIds: [args.packageId],
    newPackageIds: [args.packageId],
  }),
  apply(records, _op, { packageId, origin, destinationWarehouseId }, context) {
    if (!sendsFrom(context.actor, origin)) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    if (records.package(packageId) !== undefined) return fail({ code: 'BB_ALREADY_PROCESSED' })
    const isSelf = origin.type === 'warehouse' && origin.warehouseId === destinationWarehouseId
    if (isSelf || !records.config.warehouses.some(({ id }) => id === destinationWarehouseId))
      return fail({ code: 'PACKAGE_DESTINATION_UNKNOWN' })
    if (isInactiveDestination(records.config, destinationWarehouseId))
      return fail({ code: 'PACKAGE_DESTINATION_INACTIVE' })
    records.savePackage({
      id: packageId,
      version: 1,
      origin,
      destinationWarehouseId,
      status: 'open',
      itemIds: [],
      number: null,
      openedBy: context.actor.userId,
      closedAtMs: null,
    })
    return succeed({ packageId })
  },
})

import { followMovement } from '../buyback/buyback-status.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ExpeditionError } from './expedition-errors.ts'
import { firstState } from '../item/first-state.ts'
import type { ItemState } from '../item/item-state.ts'
import type { ItemStatus } from '../item/item-status.ts'
import { isInOtherWarehouse } from '../item/item-transitions.ts'

/** Most items of one package. */
export const packageLimit = 200

/** Where a package is filled. */
export type PackageOrigin =
  | { readonly type: 'store'; readonly storeId: string }
  | { readonly type: 'warehouse'; readonly warehouseId: string }

/** A package (EXP-07); once closed its content cannot be changed (EXP-08). */
export interface Package {
  readonly id: string
  readonly origin: PackageOrigin
  readonly destinationWarehouseId: string
  readonly status: 'open' | 'closed'
  readonly itemIds: readonly string[]
  /** Given at closing. */
  readonly number: string | null
}

/** An item as packing looks at it. */
export interface PackableItem {
  readonly id: string
  readonly state: ItemState
  readonly storeId: string | null
  readonly circuit: CircuitType | null
  /** The open package that holds it. */
  readonly openPackageId: string | null
}

const fromWarehouse: readonly ItemStatus[] = [
  'item_registered_in_warehouse',
  'item_completed',
  'item_completed_by_price',
  'item_completed_with_absorption',
  'item_completed_with_negociation',
  'item_refurb_completed',
]
const fromStore: readonly ItemStatus[] = ['item_awaiting_inventory', 'item_lost_store']
const gone: readonly ItemStatus[] = ['item_in_transit', 'item_returned']

/** Statuses that a package takes (lifecycle, row «put in package»). */
export const packableFrom: readonly ItemStatus[] = [...fromStore, ...fromWarehouse]

/** Whether an item belongs in a package; the answers are the error codes of the expedition. */
export function checkPacking(item: PackableItem, into: Package): Result<true, ExpeditionError> {
  if (into.status === 'closed') return fail('PACKAGE_CLOSED')
  if (isOutOfPlace(item.state, into.origin)) return fail('ITEM_IN_OTHER_WAREHOUSE')
  if (item.openPackageId === into.id) return fail('BB_ALREADY_FILLED')
  if (item.openPackageId !== null || gone.includes(item.state.status)) return fail('BB_ALREADY_PROCESSED')
  if (into.itemIds.length >= packageLimit) return fail('PACKAGE_FULL')
  return checkContent(item, into)
}

/** Whether an item is inside another warehouse than the one that packs it. */
export function isOutOfPlace(state: ItemState, origin: PackageOrigin): boolean {
  return origin.type === 'warehouse' && isInOtherWarehouse(state, origin.warehouseId)
}

/** What holds for each item of a package from its scan to the closing. */
export function checkContent(item: PackableItem, into: Package): Result<true, ExpeditionError> {
  const { state } = item
  // What its customer sends is of no store: its circuit says so before its place does.
  if (into.origin.type === 'store' && isSentByCustomer(item)) return fail('BB_EXPEDITION_NOT_NEEDED')
  const isHere =
    into.origin.type === 'store' ? isInStore(item, into.origin.storeId) : isInWarehouse(state, into.origin.warehouseId)
  if (!isHere) return fail('BB_DOES_NOT_EXIST')
  // A loss ends what its circuit had foreseen: what is found again in the store leaves in a package.
  if (into.origin.type === 'store' && state.status !== 'item_lost_store') {
    if (item.circuit?.endsWith('_drop_label') === true && item.circuit.startsWith('store'))
      return fail('ITEM_DROP_LABEL_NOT_SHIPPABLE')
    if (item.circuit !== 'store_drop' && item.circuit !== 'web_drop') return fail('BB_EXPEDITION_NOT_NEEDED')
  }
  if (!state.tested && state.destinationWarehouseId !== into.destinationWarehouseId)
    return fail('PACKAGE_OTHER_DESTINATION')
  return succeed(true)
}

/** An item as it travels to a warehouse, in a closed package or on its own (lifecycle, row «close package»). */
export function inTransitTo(state: ItemState, destinationWarehouseId: string): ItemState {
  const buybackStatus = followMovement(state.buybackStatus, 'bb_in_transit')
  return {
    ...state,
    status: 'item_in_transit',
    buybackStatus,
    stockId: null,
    warehouseId: null,
    destinationWarehouseId,
    leftStatus: state.status,
  }
}

/**
 * Checks that a package closes as the operator saw it: with content, unchanged by others, and each item still one to
 * send. The code of an item that is not is its own.
 */
export function checkClosing(
  into: Package,
  seen: readonly string[],
  items: readonly PackableItem[],
): Result<true, ExpeditionError> {
  if (into.status === 'closed') return fail('PACKAGE_CLOSED')
  if (into.itemIds.length === 0) return fail('PACKAGE_CANT_BE_CLOSED')
  const content = new Set(into.itemIds)
  if (seen.length !== content.size || seen.some((id) => !content.has(id))) return fail('PACKAGE_CONTENT_CHANGED')
  if (items.length !== content.size || items.some((item) => !checkContent(item, into).ok))
    return fail('PACKAGE_CANT_BE_CLOSED')
  return succeed(true)
}

/** What a product leaves with on its own: the label of its circuit, or that of its return. */
export interface OwnLabels {
  readonly hasTransportLabel: boolean
  /** Whether the carrier has refused that label for good. */
  readonly transportLabelFailed: boolean
  readonly hasReturnLabel: boolean
}

/**
 * Decides the handing over of a product with its own label: from a store (lifecycle, «hand over with own label»), or
 * back to its customer («ship the return»).
 */
export function decideHandOver(item: PackableItem, labels: OwnLabels): Result<ItemState, ExpeditionError> {
  const { state } = item
  if (state.status === 'item_to_return') {
    if (!labels.hasReturnLabel) return fail('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
    return succeed({ ...state, status: 'item_returned', stockId: null, warehouseId: null, leftStatus: state.status })
  }
  if (gone.includes(state.status)) return fail('BB_ALREADY_PROCESSED')
  if (isSentByCustomer(item)) return fail('BB_EXPEDITION_NOT_NEEDED')
  if (state.status !== 'item_awaiting_inventory') return fail('BB_DOES_NOT_EXIST')
  if (item.circuit === 'store_drop' || item.circuit === 'web_drop') return fail('ITEM_NOT_SHIPPABLE')
  if (item.circuit !== 'store_drop_label') return fail('BB_EXPEDITION_NOT_NEEDED')
  if (labels.transportLabelFailed) return fail('SHIPMENT_ERROR')
  return labels.hasTransportLabel
    ? succeed(inTransitTo(state, state.destinationWarehouseId))
    : fail('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
}

function isSentByCustomer({ state, circuit }: PackableItem): boolean {
  return state.status === 'item_created' && circuit !== null && firstState(circuit).status === state.status
}

function isInStore({ state, storeId }: PackableItem, store: string): boolean {
  return fromStore.includes(state.status) && storeId === store
}

function isInWarehouse({ status, warehouseId }: ItemState, warehouse: string): boolean {
  return fromWarehouse.includes(status) && warehouseId === warehouse
}

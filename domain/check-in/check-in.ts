import { followMovement } from '../buyback/buyback-status.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemError } from '../item/item-errors.ts'
import type { ItemState } from '../item/item-state.ts'
import type { CheckInRequirement, ItemStatus, NativeStock } from '../item/item-status.ts'
import {
  isInOtherWarehouse,
  isInsideWarehouse,
  returnCheckInFrom,
  testedCheckInFrom,
  untestedCheckInFrom,
} from '../item/item-transitions.ts'

/** What a check-in means for the product in the operator's hand. */
export const checkInKinds = ['to_test', 'to_forward', 'back_in_stock', 'to_return', 'kept'] as const
/** One meaning: to be tested here, to be forwarded, a tested one back, to return to the customer, kept aside. */
export type CheckInKind = (typeof checkInKinds)[number]

/** Where and under which rules a check-in happens. */
export interface CheckInPlace {
  readonly warehouseId: string
  readonly requirement: CheckInRequirement
  /** Admin types bypass the disabled setting (WH-05). */
  readonly bypassesRequirement: boolean
  /** The warehouse's native stocks by kind. */
  readonly nativeStock: (native: NativeStock) => string
  /** Stock chosen for a tested item; must stand in this warehouse. */
  readonly chosenStockId: string | null
}

/** A decided check-in: its meaning and the item's next state. */
export interface CheckIn {
  readonly kind: CheckInKind
  readonly next: ItemState
}

/** Stock that a tested item goes to unless the operator chooses another. */
export function usualStockOf(status: ItemStatus): NativeStock {
  if (status === 'item_refurb_completed') return 'refurbishment_completed'
  if (status === 'item_to_return') return 'customer_return'
  if (status === 'item_in_quarantine') return 'in_quarantine'
  if (status === 'item_awaiting_compliancy_tests') return 'awaiting_control'
  return 'to_refurbish'
}

/**
 * Decides the check-in of an item by the lifecycle table (rows «check in»). Reality wins: the product is
 * in the operator's hand, so any status outside a warehouse is accepted.
 */
export function decideCheckIn(item: ItemState, place: CheckInPlace): Result<CheckIn, ItemError> {
  if (place.requirement === 'disabled' && !place.bypassesRequirement) return fail('CHECKIN_DISABLED')
  if (returnCheckInFrom.includes(item.status)) return succeed(checkInReturn(item, place))
  if (item.tested) return checkInTested(item, place)
  if (!untestedCheckInFrom.includes(item.status)) return fail(refusalInside(item, place))
  if (item.destinationWarehouseId === place.warehouseId) return succeed(checkInToTest(item, place))
  if (item.status === 'item_registered_in_warehouse' && item.warehouseId === place.warehouseId)
    return fail('ITEM_ALREADY_CHECKED_IN')
  return succeed({
    kind: 'to_forward',
    next: enter(item, place, 'item_registered_in_warehouse', null),
  })
}

function checkInToTest(item: ItemState, place: CheckInPlace): CheckIn {
  const stockId = place.nativeStock('awaiting_control')
  return { kind: 'to_test', next: enter(item, place, 'item_awaiting_compliancy_tests', stockId) }
}

function checkInReturn(item: ItemState, place: CheckInPlace): CheckIn {
  const kept = item.keepsMoney
  const status = kept ? 'item_in_quarantine' : 'item_to_return'
  const stockId = place.nativeStock(kept ? 'in_quarantine' : 'customer_return')
  return { kind: kept ? 'kept' : 'to_return', next: { ...enter(item, place, status, stockId), leftStatus: null } }
}

function checkInTested(item: ItemState, place: CheckInPlace): Result<CheckIn, ItemError> {
  if (!testedCheckInFrom.includes(item.status)) return fail(refusalInside(item, place))
  const status = item.leftStatus ?? 'item_completed'
  const stockId = place.chosenStockId ?? place.nativeStock(usualStockOf(status))
  return succeed({ kind: 'back_in_stock', next: { ...enter(item, place, status, stockId), leftStatus: null } })
}

function enter(item: ItemState, place: CheckInPlace, status: ItemStatus, stockId: string | null): ItemState {
  const buybackStatus = followMovement(item.buybackStatus, 'bb_in_processing')
  return { ...item, status, stockId, warehouseId: place.warehouseId, buybackStatus }
}

function refusalInside(item: ItemState, place: CheckInPlace): ItemError {
  if (isInOtherWarehouse(item, place.warehouseId)) return 'ITEM_IN_OTHER_WAREHOUSE'
  return isInsideWarehouse(item.status) ? 'ITEM_ALREADY_CHECKED_IN' : 'ITEM_STATUS_NOT_ELIGIBLE'
}

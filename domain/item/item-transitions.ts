import type { ItemState } from './item-state.ts'
import type { ItemStatus } from './item-status.ts'

const outsideUntested = [
  'item_created',
  'item_awaiting_inventory',
  'item_awaiting_store_drop',
  'item_in_transit',
] as const
const lost = ['item_lost_store', 'item_lost_transport', 'item_lost_warehouse'] as const

/** Statuses that check-in accepts while the item is untested (lifecycle, section 2). */
export const untestedCheckInFrom: readonly ItemStatus[] = [...outsideUntested, 'item_registered_in_warehouse', ...lost]

/** Statuses that check-in accepts of a tested item, which comes back to the status it left with. */
export const testedCheckInFrom: readonly ItemStatus[] = ['item_in_transit', ...lost]

/** Statuses of a cancelled buyback's item, or of a return come back, that check-in accepts. */
export const returnCheckInFrom: readonly ItemStatus[] = ['item_cancelled', 'item_returned']

/** Statuses of an item that stands in a stock of a warehouse. */
export const inStockStatuses: readonly ItemStatus[] = [
  'item_awaiting_compliancy_tests',
  'item_completed',
  'item_completed_by_price',
  'item_completed_with_absorption',
  'item_completed_with_negociation',
  'item_refurb_diagnostic_in_progress',
  'item_refurb_in_progress',
  'item_refurb_completed',
  'item_in_quarantine',
  'item_to_reintegrate_to_stock',
  'item_to_return',
]

/** Whether a status is one of an item inside a warehouse: in a stock, or registered to be forwarded. */
export function isInsideWarehouse(status: ItemStatus): boolean {
  return status === 'item_registered_in_warehouse' || inStockStatuses.includes(status)
}

/** Whether an item has been in a warehouse, or will never get there. */
export function hasReachedWarehouse({ status, leftStatus }: Pick<ItemState, 'status' | 'leftStatus'>): boolean {
  const isOutside = outsideUntested.some((outside) => outside === status)
  return !isOutside || (leftStatus !== null && isInsideWarehouse(leftStatus))
}

/** Whether an item is inside another warehouse than this one, which every screen tells before anything else of it. */
export function isInOtherWarehouse(item: Pick<ItemState, 'status' | 'warehouseId'>, warehouseId: string): boolean {
  return isInsideWarehouse(item.status) && item.warehouseId !== warehouseId
}

/** Statuses of an item, the physical product of a buyback. */
export const itemStatuses = [
  'item_awaiting_compliancy_tests',
  'item_awaiting_inventory',
  'item_awaiting_store_drop',
  'item_cancelled',
  'item_completed',
  'item_completed_by_price',
  'item_completed_with_absorption',
  'item_completed_with_negociation',
  'item_refurb_diagnostic_in_progress',
  'item_refurb_in_progress',
  'item_refurb_completed',
  'item_created',
  'item_in_quarantine',
  'item_in_transit',
  'item_lost_store',
  'item_lost_transport',
  'item_lost_warehouse',
  'item_registered_in_warehouse',
  'item_returned',
  'item_to_reintegrate_to_stock',
  'item_to_return',
] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** Native stocks of every warehouse (STOCK-06). */
export const nativeStocks = [
  'awaiting_control',
  'refurbishment_completed',
  'customer_return',
  'in_quarantine',
  'to_refurbish',
] as const
export type NativeStock = (typeof nativeStocks)[number]

/** Check-in before the compliance test (WH-06). */
export const checkInRequirements = ['optional', 'mandatory', 'disabled'] as const
export type CheckInRequirement = (typeof checkInRequirements)[number]

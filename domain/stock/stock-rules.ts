import type { ItemStatus, NativeStock } from '../item/item-status.ts'

const returnStocks: readonly (NativeStock | null)[] = ['in_quarantine', 'customer_return']
const returnStatuses: readonly ItemStatus[] = ['item_in_quarantine', 'item_to_return']

/**
 * Whether an item of a status may stand in a stock of this native kind (null: one of the warehouse's own): quarantine
 * and customer return hold quarantined items and those to return, and these stand nowhere else (lifecycle, row «move to
 * another stock»).
 */
export function mayBeSet(native: NativeStock | null, status: ItemStatus): boolean {
  return returnStocks.includes(native) === returnStatuses.includes(status)
}

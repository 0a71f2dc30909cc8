import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemError } from '../item/item-errors.ts'
import type { ItemState } from '../item/item-state.ts'
import type { NativeStock } from '../item/item-status.ts'
import { mayBeSet } from './stock-rules.ts'
import { inStockStatuses } from '../item/item-transitions.ts'

/** A stock as a move looks at it. */
export interface TargetStock {
  readonly id: string
  readonly warehouseId: string
  readonly native: NativeStock | null
}

/**
 * Decides a move to another stock of the same warehouse (lifecycle, row «move to another stock»; STOCK-14). A product
 * kept from quarantine is reintegrated by its first move.
 */
export function decideMove(item: ItemState, target: TargetStock): Result<ItemState, ItemError> {
  if (!inStockStatuses.includes(item.status)) return fail('ITEM_STATUS_NOT_ELIGIBLE')
  if (target.warehouseId !== item.warehouseId) return fail('STOCK_OTHER_WAREHOUSE')
  if (target.id === item.stockId) return fail('STOCK_MOVE_SAME_STOCK')
  const status = item.status === 'item_to_reintegrate_to_stock' ? 'item_completed' : item.status
  if (!mayBeSet(target.native, status)) return fail('STOCK_NOT_ALLOWED')
  return succeed({ ...item, status, stockId: target.id })
}

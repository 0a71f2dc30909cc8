import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemState } from './item-state.ts'
import type { NativeStock } from './item-status.ts'
import { isInsideWarehouse } from './item-transitions.ts'

/** What cancelling looks at beside the item. */
export interface CancelFacts {
  /** Whether the payment may be cancelled with the buyback (decisions, 10). */
  readonly paymentCancellable: boolean
  /** Whether the payment may stay as it is. */
  readonly force: boolean
  /** Native stocks of the warehouse where the item is. */
  readonly nativeStock: (native: NativeStock) => string
}

/** Whether a buyback can be cancelled at all, its payment aside (lifecycle, row «cancel the buyback»). */
export function isCancellable({ buybackStatus }: Pick<ItemState, 'buybackStatus'>): boolean {
  return buybackStatus !== 'bb_cancelled' && buybackStatus !== 'bb_not_completed'
}

/**
 * Decides a cancellation (lifecycle, row «cancel the buyback»): an item outside a warehouse is cancelled, one inside
 * goes back to its customer, and stays in quarantine where the customer keeps the money.
 */
export function decideCancel(
  item: ItemState,
  { paymentCancellable, force, nativeStock }: CancelFacts,
): Result<ItemState, 'BUYBACK_NOT_CANCELLABLE' | 'PAYMENT_CANNOT_BE_CANCELLED'> {
  if (!isCancellable(item)) return fail('BUYBACK_NOT_CANCELLABLE')
  if (!paymentCancellable && !force) return fail('PAYMENT_CANNOT_BE_CANCELLED')
  const cancelled: ItemState = { ...item, buybackStatus: 'bb_cancelled' }
  if (!isInsideWarehouse(item.status))
    return succeed({ ...cancelled, status: 'item_cancelled', stockId: null, warehouseId: null })
  if (item.keepsMoney)
    return succeed({ ...cancelled, status: 'item_in_quarantine', stockId: nativeStock('in_quarantine') })
  return succeed({ ...cancelled, status: 'item_to_return', stockId: nativeStock('customer_return') })
}

import { isSettled } from '../buyback/buyback-status.ts'
import type { LateCause } from '../buyback/cancel-reason.ts'
import type { PaymentStatus } from '../buyback/payment-status.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import { isOnItsWay } from '../delivery/carrier-event.ts'
import type { DeliveryStatus } from '../delivery/delivery-status.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemState } from './item-state.ts'
import type { ItemStatus, NativeStock } from './item-status.ts'
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

/** What a customer's own cancelling looks at. */
export interface CustomerCancelFacts extends Pick<ItemState, 'status' | 'buybackStatus'> {
  readonly circuitType: CircuitType
  readonly deliveryStatus: DeliveryStatus | null
  readonly paymentStatus: PaymentStatus
}

/** Who has the product in each status, so that its customer no longer cancels; null while the customer has it. */
const holders: Readonly<Record<ItemStatus, LateCause | null>> = {
  item_created: null,
  item_awaiting_store_drop: null,
  item_awaiting_inventory: 'in_store',
  item_in_transit: 'sent',
  item_registered_in_warehouse: 'received',
  item_awaiting_compliancy_tests: 'received',
  item_in_quarantine: 'received',
  item_to_reintegrate_to_stock: 'received',
  item_to_return: 'received',
  item_returned: 'ended',
  item_cancelled: 'ended',
  item_completed: 'settled',
  item_completed_by_price: 'settled',
  item_completed_with_absorption: 'settled',
  item_completed_with_negociation: 'settled',
  item_refurb_diagnostic_in_progress: 'settled',
  item_refurb_in_progress: 'settled',
  item_refurb_completed: 'settled',
  item_lost_store: 'in_store',
  item_lost_transport: 'sent',
  item_lost_warehouse: 'received',
}

/**
 * Why a buyback is no longer cancelled by its customer; null while it may be: the product is with the customer, no
 * carrier has told of it, and nothing is owed yet. What cancelling leads to is the one table's business (`decideCancel`).
 */
export function lateCauseOf(facts: CustomerCancelFacts): LateCause | null {
  const { status, buybackStatus, circuitType, deliveryStatus, paymentStatus } = facts
  if (!isCancellable(facts)) return 'ended'
  if (isSettled(buybackStatus) || !isBeforePayment(paymentStatus)) return 'settled'
  // Under way with a label of its own, an item that awaits its inventory has not left the customer.
  const isAtHome = status === 'item_awaiting_inventory' && isSentByCustomer(circuitType)
  const holder = isAtHome ? null : holders[status]
  return holder ?? (deliveryStatus !== null && isOnItsWay(deliveryStatus) && !isBack(facts) ? 'sent' : null)
}

/** Whether a carrier says that an item which is still at home came back, or that nobody was there to hand it over. */
function isBack({ status, circuitType, deliveryStatus }: CustomerCancelFacts): boolean {
  if (status !== 'item_created') return false
  return (
    deliveryStatus === 'DELIVERY_RETURNED' || (deliveryStatus === 'DELIVERY_FAILED' && circuitType === 'web_collect')
  )
}

function isSentByCustomer(circuitType: CircuitType): boolean {
  return circuitType === 'web_post' || circuitType === 'web_drop_label' || circuitType === 'web_collect'
}

function isBeforePayment(status: PaymentStatus): boolean {
  return status === 'awaiting_payment' || status === 'payment_not_needed'
}

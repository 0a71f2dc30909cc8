import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { StatusTone } from '#web/staff/ui/status-badge.tsx'

/** What a buyback's status means, as a colour beside its word. */
export const toneOfBuyback: Readonly<Record<BuybackStatus, StatusTone>> = {
  bb_awaiting_inventory: 'neutral',
  bb_awaiting_store_drop: 'waiting',
  bb_cancelled: 'problem',
  bb_completed: 'success',
  bb_completed_by_price: 'success',
  bb_completed_with_absorption: 'success',
  bb_completed_with_negociation: 'success',
  bb_in_processing: 'active',
  bb_in_transit: 'active',
  bb_not_completed: 'warning',
}

/** What a delivery's status means. */
export const toneOfDelivery: Readonly<Record<DeliveryStatus, StatusTone>> = {
  ORDER_CREATED: 'neutral',
  ORDER_LABEL_READY: 'neutral',
  ORDER_CANCELLED: 'neutral',
  ORDER_FAILED: 'problem',
  DELIVERY_PICKED_UP: 'active',
  DELIVERY_IN_TRANSIT: 'active',
  DELIVERY_OUT_FOR_DELIVERY: 'active',
  DELIVERY_AT_PICKUP_POINT: 'waiting',
  DELIVERY_DELAYED: 'warning',
  DELIVERY_FAILED: 'problem',
  DELIVERY_RETURNED: 'warning',
  DELIVERY_DELIVERED: 'success',
}

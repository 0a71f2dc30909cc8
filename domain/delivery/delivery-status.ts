/** Delivery statuses of a buyback: what a carrier says, mapped onto one closed list (decisions, 9). */
export const deliveryStatuses = [
  'ORDER_CREATED',
  'ORDER_LABEL_READY',
  'ORDER_CANCELLED',
  'ORDER_FAILED',
  'DELIVERY_PICKED_UP',
  'DELIVERY_IN_TRANSIT',
  'DELIVERY_OUT_FOR_DELIVERY',
  'DELIVERY_AT_PICKUP_POINT',
  'DELIVERY_DELAYED',
  'DELIVERY_FAILED',
  'DELIVERY_RETURNED',
  'DELIVERY_DELIVERED',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

import { expect, it } from 'vitest'
import { buybackStatuses } from './buyback-status.ts'
import { deliveryStatuses } from '../delivery/delivery-status.ts'
import { paymentStatuses } from './payment-status.ts'

it('a buyback has these ten statuses (BB-17)', () => {
  expect(buybackStatuses.toSorted()).toEqual([
    'bb_awaiting_inventory',
    'bb_awaiting_store_drop',
    'bb_cancelled',
    'bb_completed',
    'bb_completed_by_price',
    'bb_completed_with_absorption',
    'bb_completed_with_negociation',
    'bb_in_processing',
    'bb_in_transit',
    'bb_not_completed',
  ])
})

it('a payment has these eight statuses (BB-20)', () => {
  expect(paymentStatuses.toSorted()).toEqual([
    'awaiting_payment',
    'payment_cancel_failed',
    'payment_cancelled',
    'payment_completed',
    'payment_created',
    'payment_failed',
    'payment_initiated',
    'payment_not_needed',
  ])
})

it('a delivery has these twelve statuses, of its order and of the parcel (BB-21)', () => {
  expect(deliveryStatuses.toSorted()).toEqual([
    'DELIVERY_AT_PICKUP_POINT',
    'DELIVERY_DELAYED',
    'DELIVERY_DELIVERED',
    'DELIVERY_FAILED',
    'DELIVERY_IN_TRANSIT',
    'DELIVERY_OUT_FOR_DELIVERY',
    'DELIVERY_PICKED_UP',
    'DELIVERY_RETURNED',
    'ORDER_CANCELLED',
    'ORDER_CREATED',
    'ORDER_FAILED',
    'ORDER_LABEL_READY',
  ])
})

import { describe, expect, it } from 'vitest'
import { paymentStatuses } from '../buyback/payment-status.ts'
import { circuitTypes } from '../circuit/circuit-type.ts'
import { deliveryStatuses } from '../delivery/delivery-status.ts'
import { lateCauseOf, type CustomerCancelFacts } from './cancel-buyback.ts'
import { firstState } from './first-state.ts'
import { itemStatuses } from './item-status.ts'

const posted: CustomerCancelFacts = {
  status: 'item_created',
  buybackStatus: 'bb_awaiting_inventory',
  circuitType: 'web_post',
  deliveryStatus: null,
  paymentStatus: 'awaiting_payment',
}
const cause = (change: Partial<CustomerCancelFacts>) => lateCauseOf({ ...posted, ...change })

describe('a customer’s own cancelling', () => {
  it.each(circuitTypes)('of a new buyback of %s is for what was sold on the web', (circuitType) => {
    const { status, buybackStatus } = firstState(circuitType)
    expect(cause({ circuitType, status, buybackStatus })).toBe(circuitType.startsWith('web') ? null : 'in_store')
  })

  it.each(itemStatuses)('of an item that is %s waits for nobody but its customer', (status) => {
    const isWithCustomer = ['item_created', 'item_awaiting_store_drop', 'item_awaiting_inventory'].includes(status)
    expect(cause({ status }) === null).toBe(isWithCustomer)
  })

  it.each([
    ['in_store', { status: 'item_awaiting_inventory', circuitType: 'web_drop' }],
    ['sent', { status: 'item_in_transit', buybackStatus: 'bb_in_transit' }],
    ['received', { status: 'item_awaiting_compliancy_tests', buybackStatus: 'bb_in_processing' }],
    ['settled', { status: 'item_completed', buybackStatus: 'bb_completed' }],
    ['settled', { status: 'item_lost_transport', buybackStatus: 'bb_completed' }],
    ['ended', { status: 'item_cancelled', buybackStatus: 'bb_cancelled' }],
    ['ended', { status: 'item_to_return', buybackStatus: 'bb_not_completed' }],
  ] as const)('comes too late: %s', (late, change) => {
    expect(cause(change)).toBe(late)
  })

  it.each(deliveryStatuses)('with a carrier that says %s', (deliveryStatus) => {
    const isSent = deliveryStatus.startsWith('DELIVERY_') && deliveryStatus !== 'DELIVERY_RETURNED'
    expect(cause({ deliveryStatus })).toBe(isSent ? 'sent' : null)
  })

  it.each([
    [null, { deliveryStatus: 'DELIVERY_FAILED', circuitType: 'web_collect' }],
    [null, { deliveryStatus: 'DELIVERY_RETURNED', circuitType: 'web_collect' }],
    ['sent', { deliveryStatus: 'DELIVERY_FAILED', circuitType: 'web_post' }],
    ['sent', { deliveryStatus: 'DELIVERY_FAILED', circuitType: 'web_collect', status: 'item_in_transit' }],
    ['sent', { deliveryStatus: 'DELIVERY_RETURNED', circuitType: 'web_collect', status: 'item_awaiting_inventory' }],
  ] as const)('of what a carrier brought back, or did not collect, is %s: %j', (late, change) => {
    expect(cause(change)).toBe(late)
  })

  it.each(paymentStatuses)('with a payment that is %s', (paymentStatus) => {
    const isBefore = ['awaiting_payment', 'payment_not_needed'].includes(paymentStatus)
    expect(cause({ paymentStatus })).toBe(isBefore ? null : 'settled')
  })
})

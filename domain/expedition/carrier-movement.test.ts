import { describe, expect, it } from 'vitest'
import { decideCarrierMovement, type CarriedItem } from './carrier-movement.ts'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses, type ItemStatus } from '../item/item-status.ts'

const state = (change: Partial<ItemState> = {}): ItemState => ({
  status: 'item_created',
  buybackStatus: 'bb_awaiting_inventory',
  stockId: null,
  warehouseId: null,
  destinationWarehouseId: 'w1',
  tested: false,
  leftStatus: null,
  keepsMoney: false,
  ...change,
})
const carried = (change: Partial<ItemState>, rest: Partial<CarriedItem> = {}): CarriedItem => ({
  state: state(change),
  parcel: 'own',
  before: { warehouseId: null, stockId: null },
  cameBackWithIt: false,
  ...rest,
})

describe('a carrier that picks a parcel up', () => {
  it.each(['item_created', 'item_awaiting_inventory'] as const)('sends %s on its way', (status) => {
    expect(decideCarrierMovement(carried({ status }), 'picked_up')).toMatchObject({
      status: 'item_in_transit',
      buybackStatus: 'bb_in_transit',
      leftStatus: status,
    })
  })

  it('moves nothing that is anywhere else', () => {
    const others = itemStatuses.filter((status) => status !== 'item_created' && status !== 'item_awaiting_inventory')
    const moved = others.filter((status) => decideCarrierMovement(carried({ status }), 'picked_up') !== null)
    expect(moved).toEqual([])
  })

  it('leaves a settled buyback as it is', () => {
    const item = carried({ buybackStatus: 'bb_completed' })
    expect(decideCarrierMovement(item, 'picked_up')).toMatchObject({
      status: 'item_in_transit',
      buybackStatus: 'bb_completed',
    })
  })

  it('takes of a package only what it brought back, for the closing sent the rest', () => {
    const waiting = { status: 'item_awaiting_inventory' } as const
    expect(decideCarrierMovement(carried(waiting, { parcel: 'package' }), 'picked_up')).toBeNull()
    expect(
      decideCarrierMovement(carried(waiting, { parcel: 'package', cameBackWithIt: true }), 'picked_up')?.status,
    ).toBe('item_in_transit')
  })
})

describe('a carrier that brings a parcel back', () => {
  const away = (leftStatus: ItemStatus, rest: Partial<CarriedItem> = {}): CarriedItem =>
    carried({ status: 'item_in_transit', buybackStatus: 'bb_in_transit', leftStatus }, rest)

  it('puts item and buyback back to what they were', () => {
    expect(decideCarrierMovement(away('item_created'), 'back_to_sender')).toMatchObject({
      status: 'item_created',
      buybackStatus: 'bb_awaiting_inventory',
    })
  })

  it('puts an item back into its stock, and one to be forwarded into its warehouse', () => {
    const before = { warehouseId: 'w2', stockId: 's2' }
    expect(
      decideCarrierMovement(away('item_completed', { parcel: 'package', before }), 'back_to_sender'),
    ).toMatchObject({ status: 'item_completed', warehouseId: 'w2', stockId: 's2', buybackStatus: 'bb_in_processing' })
    const forwarded = away('item_registered_in_warehouse', { parcel: 'package', before })
    expect(decideCarrierMovement(forwarded, 'back_to_sender')).toMatchObject({ warehouseId: 'w2', stockId: null })
  })

  it('leaves what has no known place to check-in', () => {
    const before = { warehouseId: 'w2', stockId: null }
    expect(decideCarrierMovement(away('item_completed', { before }), 'back_to_sender')).toBeNull()
  })

  it('moves nothing that is not on its way, and nothing on its way back to a customer', () => {
    const others = itemStatuses.filter((status) => status !== 'item_in_transit')
    const moved = others.filter((status) => {
      const item = carried({ status, leftStatus: 'item_created' })
      return decideCarrierMovement(item, 'back_to_sender') !== null
    })
    expect(moved).toEqual([])
    expect(decideCarrierMovement(away('item_created', { parcel: 'return' }), 'back_to_sender')).toBeNull()
  })
})

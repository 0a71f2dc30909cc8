import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buybackStatuses, isClosed } from '../buyback/buyback-status.ts'
import { decideCheckIn, type CheckInPlace } from './check-in.ts'
import { itemStatuses, nativeStocks, type ItemStatus, type NativeStock } from '../item/item-status.ts'
import type { ItemState } from '../item/item-state.ts'
import { inStockStatuses, isInsideWarehouse } from '../item/item-transitions.ts'

const here = 'warehouse-here'
const elsewhere = 'warehouse-elsewhere'

function place(change: Partial<CheckInPlace> = {}): CheckInPlace {
  return {
    warehouseId: here,
    requirement: 'mandatory',
    bypassesRequirement: false,
    chosenStockId: null,
    nativeStock: (native: NativeStock) => `stock-${native}`,
    ...change,
  }
}

function item(change: Partial<ItemState> = {}): ItemState {
  return {
    status: 'item_in_transit',
    buybackStatus: 'bb_in_transit',
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: here,
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    ...change,
  }
}

function decided(state: ItemState, at = place()) {
  const result = decideCheckIn(state, at)
  if (!result.ok) throw new Error(`refused: ${result.error}`)
  return result.value
}

function refusal(state: ItemState, at = place()) {
  const result = decideCheckIn(state, at)
  return result.ok ? null : result.error
}

describe('check-in at the destination', () => {
  it.each<ItemStatus>([
    'item_created',
    'item_awaiting_inventory',
    'item_awaiting_store_drop',
    'item_in_transit',
    'item_registered_in_warehouse',
    'item_lost_store',
    'item_lost_transport',
    'item_lost_warehouse',
  ])('takes an untested %s to the compliance test', (status) => {
    const { kind, next } = decided(item({ status }))
    expect(kind).toBe('to_test')
    expect(next).toMatchObject({
      status: 'item_awaiting_compliancy_tests',
      stockId: 'stock-awaiting_control',
      warehouseId: here,
      buybackStatus: 'bb_in_processing',
    })
  })

  it('leaves the buyback of a lost and paid item settled', () => {
    expect(decided(item({ status: 'item_lost_transport', buybackStatus: 'bb_completed' })).next.buybackStatus).toBe(
      'bb_completed',
    )
  })

  it('says already done for an item that awaits its test here', () => {
    const state = item({
      status: 'item_awaiting_compliancy_tests',
      warehouseId: here,
      stockId: 'stock-awaiting_control',
      buybackStatus: 'bb_in_processing',
    })
    expect(refusal(state)).toBe('ITEM_ALREADY_CHECKED_IN')
  })

  it('refuses an item that stands in another warehouse', () => {
    const state = item({ status: 'item_awaiting_compliancy_tests', warehouseId: elsewhere, stockId: 'x' })
    expect(refusal(state)).toBe('ITEM_IN_OTHER_WAREHOUSE')
  })
})

describe('check-in elsewhere', () => {
  it('registers the item to be forwarded, in no stock', () => {
    const { kind, next } = decided(item({ destinationWarehouseId: elsewhere }))
    expect(kind).toBe('to_forward')
    expect(next).toMatchObject({ status: 'item_registered_in_warehouse', stockId: null, warehouseId: here })
  })

  it('says already done for an item that is registered here already', () => {
    const state = item({ status: 'item_registered_in_warehouse', warehouseId: here, destinationWarehouseId: elsewhere })
    expect(refusal(state)).toBe('ITEM_ALREADY_CHECKED_IN')
  })

  it('registers again an item that was registered in a third warehouse', () => {
    const state = item({
      status: 'item_registered_in_warehouse',
      warehouseId: 'third',
      destinationWarehouseId: elsewhere,
    })
    expect(decided(state).next.warehouseId).toBe(here)
  })
})

describe('check-in of tested items and returns', () => {
  it('gives a tested item back the status that it left with, in the chosen stock', () => {
    const state = item({ tested: true, leftStatus: 'item_refurb_completed', buybackStatus: 'bb_completed' })
    const { kind, next } = decided(state, place({ chosenStockId: 'shelf-7' }))
    expect(kind).toBe('back_in_stock')
    expect(next).toMatchObject({ status: 'item_refurb_completed', stockId: 'shelf-7', leftStatus: null })
  })

  it('puts a tested item in the usual stock of its status when none is chosen', () => {
    const state = item({ tested: true, leftStatus: 'item_completed_by_price', buybackStatus: 'bb_completed_by_price' })
    expect(decided(state).next.stockId).toBe('stock-to_refurbish')
  })

  it.each<ItemStatus>(['item_cancelled', 'item_returned'])('puts aside a %s for return to the customer', (status) => {
    const { kind, next } = decided(item({ status, buybackStatus: 'bb_cancelled' }))
    expect(kind).toBe('to_return')
    expect(next).toMatchObject({
      status: 'item_to_return',
      stockId: 'stock-customer_return',
      buybackStatus: 'bb_cancelled',
    })
  })

  it('quarantines the item of a cancelled buyback whose customer keeps the money', () => {
    const { kind, next } = decided(item({ status: 'item_cancelled', buybackStatus: 'bb_cancelled', keepsMoney: true }))
    expect(kind).toBe('kept')
    expect(next).toMatchObject({ status: 'item_in_quarantine', stockId: 'stock-in_quarantine' })
  })
})

describe('the check-in requirement', () => {
  it('refuses check-in where it is disabled', () => {
    expect(refusal(item(), place({ requirement: 'disabled' }))).toBe('CHECKIN_DISABLED')
  })

  it('lets admin types check in where it is disabled', () => {
    expect(refusal(item(), place({ requirement: 'disabled', bypassesRequirement: true }))).toBeNull()
  })
})

const anyState = fc.record<ItemState>({
  status: fc.constantFrom(...itemStatuses),
  buybackStatus: fc.constantFrom(...buybackStatuses),
  stockId: fc.constantFrom(null, 'stock-a'),
  warehouseId: fc.constantFrom(null, here, elsewhere),
  destinationWarehouseId: fc.constantFrom(here, elsewhere),
  tested: fc.boolean(),
  leftStatus: fc.constantFrom(null, ...inStockStatuses),
  keepsMoney: fc.boolean(),
})

describe('any check-in', () => {
  it('ends inside this warehouse, in a stock of it or registered without one', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const result = decideCheckIn(state, place())
        if (!result.ok) return
        const { next } = result.value
        expect(isInsideWarehouse(next.status)).toBe(true)
        expect(next.warehouseId).toBe(here)
        expect(next.stockId === null).toBe(next.status === 'item_registered_in_warehouse')
        if (next.stockId !== null) expect(nativeStocks.map((native) => `stock-${native}`)).toContain(next.stockId)
      }),
    )
  })

  it('never reopens a settled, cancelled or not completed buyback', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const result = decideCheckIn(state, place())
        if (result.ok && isClosed(state.buybackStatus))
          expect(result.value.next.buybackStatus).toBe(state.buybackStatus)
      }),
    )
  })

  it('refuses the same item a second time', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const first = decideCheckIn(state, place())
        if (first.ok) expect(decideCheckIn(first.value.next, place()).ok).toBe(false)
      }),
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses, nativeStocks } from '../item/item-status.ts'
import { decideMove, type TargetStock } from './move-item.ts'
import { checkCountEnd, compareCount, stockTotals } from './stock-count.ts'

const item: ItemState = {
  status: 'item_completed',
  buybackStatus: 'bb_completed',
  stockId: 'a',
  warehouseId: 'here',
  destinationWarehouseId: 'here',
  tested: true,
  leftStatus: null,
  keepsMoney: false,
}
const target: TargetStock = { id: 'b', warehouseId: 'here', native: null }

describe('a move to another stock', () => {
  it('changes the stock alone', () => {
    expect(decideMove(item, target)).toEqual({ ok: true, value: { ...item, stockId: 'b' } })
  })

  it('reintegrates a product that was kept from quarantine', () => {
    const kept: ItemState = { ...item, status: 'item_to_reintegrate_to_stock' }
    expect(decideMove(kept, target)).toMatchObject({ value: { status: 'item_completed', stockId: 'b' } })
    expect(decideMove(kept, { ...target, native: 'customer_return' })).toEqual({
      ok: false,
      error: 'STOCK_NOT_ALLOWED',
    })
  })

  it.each<[string, Partial<ItemState>, Partial<TargetStock>, string]>([
    ['to the stock where it stands', {}, { id: 'a' }, 'STOCK_MOVE_SAME_STOCK'],
    ['to another warehouse', {}, { warehouseId: 'there' }, 'STOCK_OTHER_WAREHOUSE'],
    [
      'of an item in transit',
      { status: 'item_in_transit', warehouseId: null, stockId: null },
      {},
      'ITEM_STATUS_NOT_ELIGIBLE',
    ],
    [
      'of an item to be forwarded',
      { status: 'item_registered_in_warehouse', stockId: null },
      {},
      'ITEM_STATUS_NOT_ELIGIBLE',
    ],
    ['into quarantine', {}, { native: 'in_quarantine' }, 'STOCK_NOT_ALLOWED'],
    ['out of quarantine without a release', { status: 'item_in_quarantine' }, {}, 'STOCK_NOT_ALLOWED'],
  ])('is refused %s', (_title, change, at, error) => {
    expect(decideMove({ ...item, ...change }, { ...target, ...at })).toEqual({ ok: false, error })
  })

  it('keeps quarantined items and those to return in their two stocks, and others out of them', () => {
    const state = fc.record({ status: fc.constantFrom(...itemStatuses) })
    const stock = fc.record({ native: fc.constantFrom(null, ...nativeStocks) })
    fc.assert(
      fc.property(state, stock, (change, at) => {
        const result = decideMove({ ...item, ...change }, { ...target, ...at })
        if (!result.ok) return
        const apart = ['item_in_quarantine', 'item_to_return'].includes(result.value.status)
        expect(['in_quarantine', 'customer_return'].includes(at.native ?? '')).toBe(apart)
      }),
    )
  })
})

describe('a stock count', () => {
  it('tells what is there, what is missing and what belongs elsewhere, each once', () => {
    expect(compareCount(['a', 'b', 'c'], ['b', 'x', 'b', 'a'])).toEqual({
      present: ['a', 'b'],
      missing: ['c'],
      unexpected: ['x'],
    })
  })

  it('always adds up', () => {
    const ids = fc.array(fc.constantFrom(...'abcdefgh'))
    fc.assert(
      fc.property(ids, ids, (expected, scanned) => {
        const { present, missing, unexpected } = compareCount(expected, scanned)
        expect(new Set([...present, ...missing])).toEqual(new Set(expected))
        expect(new Set([...present, ...unexpected])).toEqual(new Set(scanned))
        expect(new Set([...present, ...missing, ...unexpected]).size).toBe(
          present.length + missing.length + unexpected.length,
        )
      }),
    )
  })

  it('ends when its numbers add up and everything is resolved', () => {
    const end = { expectedCount: 5, presentCount: 3, missingCount: 2, unexpectedCount: 1, resolvedCount: 3 }
    expect(checkCountEnd(end).ok).toBe(true)
    expect(checkCountEnd({ ...end, presentCount: 4 })).toEqual({ ok: false, error: 'COUNT_NUMBERS_DIFFER' })
    expect(checkCountEnd({ ...end, resolvedCount: 2 })).toEqual({ ok: false, error: 'COUNT_NOT_RESOLVED' })
  })

  it('sums the items of each stock', () => {
    expect([...stockTotals([{ stockId: 'a' }, { stockId: null }, { stockId: 'a' }])]).toEqual([['a', 2]])
  })
})

import { describe, expect, it } from 'vitest'
import { config, native, otherWarehouse, row, shelf, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { lookupStyles, lookUpControl } from './control-lookup.ts'
import { checkStock } from './control-stock.ts'
import { controlPlace } from './evaluate-draft.ts'

describe('the signal of a code that opens no test', () => {
  const faceOf = (...items: Parameters<typeof lookUpControl>[0]) =>
    lookupStyles[lookUpControl(items, controlPlace(config, warehouse, null)).face]

  it('is that of its situation', () => {
    const waiting = { status: 'item_awaiting_compliancy_tests', warehouseId: warehouse } as const
    expect(faceOf(row(1, waiting))).toEqual(scanResultStyles.accepted)
    expect(faceOf(testedRow(1))).toEqual(scanResultStyles.done)
    expect(faceOf(row(1, { ...waiting, warehouseId: otherWarehouse }))).toEqual(scanResultStyles.elsewhere)
    expect(faceOf(testedRow(1, { status: 'item_in_quarantine' }))).toEqual(scanResultStyles.quarantine)
    expect(faceOf(row(1, { status: 'item_in_transit', destinationWarehouseId: warehouse }))).toEqual(
      scanResultStyles.wrong,
    )
    expect(faceOf()).toEqual(scanResultStyles.refused)
    expect(faceOf(row(1, waiting), row(2, waiting))).toEqual(scanResultStyles.choice)
  })

  it.each([
    ['awaiting its test', row(1, { status: 'item_awaiting_compliancy_tests' })],
    ['tested', testedRow(1)],
    ['kept in quarantine', testedRow(1, { status: 'item_in_quarantine' })],
    ['to return', testedRow(1, { status: 'item_to_return', buybackStatus: 'bb_cancelled' })],
    ['back from quarantine', row(1, { status: 'item_to_reintegrate_to_stock', buybackStatus: 'bb_cancelled' })],
  ])('is the wrong warehouse first, of a product that is %s there', (_title, item) => {
    const there = { ...item, warehouseId: otherWarehouse }
    expect(lookUpControl([there], controlPlace(config, warehouse, null))).toEqual({
      face: 'in_other_warehouse',
      item: there,
    })
    expect(faceOf(there)).toEqual(scanResultStyles.elsewhere)
  })
})

describe('a stock that is scanned in a test', () => {
  const stock = (id: string) => config.stocks.find((each) => each.id === id)
  const there = config.stocks.find(({ warehouseId }) => warehouseId === otherWarehouse)

  it('is taken, or wrong in its own way', () => {
    expect(checkStock(stock(shelf), warehouse, 'item_completed')).toBe('accepted')
    expect(checkStock(there, warehouse, 'item_completed')).toBe('elsewhere')
    expect(checkStock(stock(shelf), warehouse, 'item_in_quarantine')).toBe('quarantine')
    expect(checkStock(stock(native('in_quarantine')), warehouse, 'item_in_quarantine')).toBe('accepted')
    expect(checkStock(stock(native('in_quarantine')), warehouse, 'item_completed')).toBe('wrong')
    expect(checkStock(stock(shelf), warehouse, null)).toBe('wrong')
    // The product has its test, and waits for none (F12).
    expect(checkStock(stock(native('awaiting_control')), warehouse, 'item_completed')).toBe('wrong')
  })
})

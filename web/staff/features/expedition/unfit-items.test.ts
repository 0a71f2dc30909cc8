import { describe, expect, it } from 'vitest'
import type { PackageRow } from '#sync/records.ts'
import { facts, id, operator, otherWarehouse, row, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { unfitItems } from './unfit-items.ts'

const box = (change: Partial<PackageRow>, itemIds: readonly string[]): PackageRow => ({
  id: id(700),
  version: 1,
  origin: { type: 'warehouse', warehouseId: warehouse },
  destinationWarehouseId: otherWarehouse,
  status: 'open',
  itemIds,
  number: null,
  openedBy: operator,
  closedAtMs: null,
  ...change,
})
const holding = (items: readonly ReturnType<typeof row>[], change: Partial<PackageRow> = {}) => ({
  row: box(
    change,
    items.map((item) => item.id),
  ),
  items,
  pending: 0,
  refused: 0,
  pendingIds: new Set<string>(),
  refusedItemIds: new Set<string>(),
})

describe('unfitItems', () => {
  it('names what a warehouse began to work on after it was packed', () => {
    const content = holding([testedRow(1), testedRow(2, { status: 'item_refurb_diagnostic_in_progress' })])
    expect([...unfitItems(content)]).toEqual([id(2)])
  })

  it('names what a store packed and a warehouse has taken in since', () => {
    const inStore = {
      status: 'item_awaiting_inventory',
      storeId: id(6),
      stockId: null,
      warehouseId: null,
      facts: facts({ circuit: 'store_drop' }),
    } as const
    const arrived = row(2, { storeId: id(6), facts: facts({ circuit: 'store_drop' }) })
    const ofStore = {
      origin: { type: 'store', storeId: id(6) },
      destinationWarehouseId: warehouse,
    } as const
    expect([...unfitItems(holding([row(1, inStore), arrived], ofStore))]).toEqual([id(2)])
  })

  it('has nothing to say of a closed package, whose items are on their way', () => {
    expect(unfitItems(holding([testedRow(1, { status: 'item_in_transit' })], { status: 'closed' })).size).toBe(0)
  })
})

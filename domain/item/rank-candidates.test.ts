import { expect, it } from 'vitest'
import { rankCandidates } from './rank-candidates.ts'

const here = { status: 'item_to_refurbish', warehouseId: 'w', destinationWarehouseId: 'w' }
const coming = { status: 'item_in_transit', warehouseId: null, destinationWarehouseId: 'w' }
const sold = { status: 'item_returned', warehouseId: null, destinationWarehouseId: 'w' }
const elsewhere = { status: 'item_to_refurbish', warehouseId: 'v', destinationWarehouseId: 'v' }

it('of products that share a code, the one that stands here comes first, and one with its customer last (F29)', () => {
  expect(rankCandidates([sold, elsewhere, coming, here], 'w', 'stock')).toEqual([here, coming, elsewhere, sold])
})

it('where products arrive, the one that is on its way comes first', () => {
  expect(rankCandidates([sold, here, coming], 'w', 'arrivals')).toEqual([coming, here, sold])
})

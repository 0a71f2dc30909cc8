import { expect, it } from 'vitest'
import { itemStatuses } from './item-status.ts'

it('an item has these twenty-one statuses (BB-18)', () => {
  expect(itemStatuses.toSorted()).toEqual([
    'item_awaiting_compliancy_tests',
    'item_awaiting_inventory',
    'item_awaiting_store_drop',
    'item_cancelled',
    'item_completed',
    'item_completed_by_price',
    'item_completed_with_absorption',
    'item_completed_with_negociation',
    'item_created',
    'item_in_quarantine',
    'item_in_transit',
    'item_lost_store',
    'item_lost_transport',
    'item_lost_warehouse',
    'item_refurb_completed',
    'item_refurb_diagnostic_in_progress',
    'item_refurb_in_progress',
    'item_registered_in_warehouse',
    'item_returned',
    'item_to_reintegrate_to_stock',
    'item_to_return',
  ])
})

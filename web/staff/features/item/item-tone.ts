import type { ItemStatus } from '#domain/item/item-status.ts'
import type { StatusTone } from '#web/staff/ui/status-badge.tsx'

const tones: Readonly<Record<ItemStatus, StatusTone>> = {
  item_awaiting_compliancy_tests: 'waiting',
  item_awaiting_inventory: 'neutral',
  item_awaiting_store_drop: 'neutral',
  item_cancelled: 'neutral',
  item_completed: 'success',
  item_completed_by_price: 'success',
  item_completed_with_absorption: 'success',
  item_completed_with_negociation: 'success',
  item_refurb_diagnostic_in_progress: 'active',
  item_refurb_in_progress: 'active',
  item_refurb_completed: 'success',
  item_created: 'neutral',
  item_in_quarantine: 'warning',
  item_in_transit: 'neutral',
  item_lost_store: 'problem',
  item_lost_transport: 'problem',
  item_lost_warehouse: 'problem',
  item_registered_in_warehouse: 'waiting',
  item_returned: 'neutral',
  item_to_reintegrate_to_stock: 'waiting',
  item_to_return: 'warning',
}

/** What a status means, as a colour beside its word. */
export function toneOfItem(status: ItemStatus): StatusTone {
  return tones[status]
}

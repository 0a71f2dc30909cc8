import type { ItemState } from './item-state.ts'

/** What an item waits for in a warehouse, in the order of its way through. */
export const workKinds = [
  'check_in',
  'test',
  'release',
  'reintegrate',
  'send_back',
  'diagnose',
  'finish_diagnosis',
  'steps',
  'confirm_steps',
  'pack',
  'forward',
] as const
export type WorkKind = (typeof workKinds)[number]

/** What the next work of an item depends on. */
export interface WorkFacts extends Pick<ItemState, 'status' | 'warehouseId' | 'destinationWarehouseId'> {
  /** Whether a refurb step of it is neither completed nor cancelled. */
  readonly hasOpenSteps: boolean
}

/**
 * The same for a user who checks nothing in, where the account does without: what arrives untested is tested at once
 * (lifecycle, «check-in requirement»).
 */
export function workWithoutCheckIn(kind: WorkKind, isTested: boolean): WorkKind {
  return kind === 'check_in' && !isTested ? 'test' : kind
}

/**
 * What an operator of one of these warehouses could do next with an item (lifecycle, section 2); null where nothing is
 * to be done there.
 */
export function nextWork(item: WorkFacts, warehouseIds: readonly string[]): WorkKind | null {
  if (item.status === 'item_in_transit') return warehouseIds.includes(item.destinationWarehouseId) ? 'check_in' : null
  if (item.warehouseId === null || !warehouseIds.includes(item.warehouseId)) return null
  switch (item.status) {
    case 'item_awaiting_compliancy_tests':
      return 'test'
    case 'item_in_quarantine':
      return 'release'
    case 'item_to_reintegrate_to_stock':
      return 'reintegrate'
    case 'item_to_return':
      return 'send_back'
    case 'item_completed':
    case 'item_completed_by_price':
    case 'item_completed_with_absorption':
    case 'item_completed_with_negociation':
      return 'diagnose'
    case 'item_refurb_diagnostic_in_progress':
      return 'finish_diagnosis'
    case 'item_refurb_in_progress':
      return item.hasOpenSteps ? 'steps' : 'confirm_steps'
    case 'item_refurb_completed':
      return 'pack'
    case 'item_registered_in_warehouse':
      return 'forward'
    default:
      return null
  }
}

import { isClosed } from '../buyback/buyback-status.ts'
import type { ParcelKind } from '../delivery/parcel.ts'
import type { ItemState } from './item-state.ts'
import { hasReachedWarehouse } from './item-transitions.ts'

/** What a label looks at of a product in its parcel. */
export interface LabelledItem {
  readonly state: Pick<ItemState, 'status' | 'leftStatus' | 'buybackStatus'>
  readonly parcel: ParcelKind
  /** Whether it travels in that parcel now. */
  readonly isCurrent: boolean
}

/**
 * Whether a product still needs the label of its parcel. Its own parcel takes it to its first warehouse, for a buyback
 * that is not closed; a package needs its label until each product has arrived by other means, regardless of the state
 * of its buyback. The way back begins inside a warehouse.
 */
export function awaitsLabel({ state, parcel, isCurrent }: LabelledItem): boolean {
  if (parcel === 'own') return !isClosed(state.buybackStatus) && !hasReachedWarehouse(state)
  return isCurrent && (parcel === 'return' || state.status === 'item_in_transit')
}

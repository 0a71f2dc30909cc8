import { followMovement } from '../buyback/buyback-status.ts'
import type { CarrierMovement } from '../delivery/carrier-event.ts'
import type { ParcelKind } from '../delivery/parcel.ts'
import type { ItemState } from '../item/item-state.ts'
import type { ItemStatus } from '../item/item-status.ts'
import { inTransitTo } from './packing.ts'
import { inStockStatuses, isInsideWarehouse } from '../item/item-transitions.ts'

/** What a carrier's movement looks at beside the item. */
export interface CarriedItem {
  readonly state: ItemState
  /** The parcel that it travels in now. */
  readonly parcel: ParcelKind
  /** Where it stood before it left. */
  readonly before: { readonly warehouseId: string | null; readonly stockId: string | null }
  /** Whether the last thing that happened to it is that this very parcel came back. */
  readonly cameBackWithIt: boolean
}

/** Statuses from which a carrier collects a product with a label of its own. */
const collectedFrom: readonly ItemStatus[] = ['item_created', 'item_awaiting_inventory']

/**
 * Moves an item as its carrier says (lifecycle, rows «carrier: picked up» and «carrier: back to sender»); null where
 * the event moves nothing, because something else happened to the item in the meantime. A package sends its items
 * by its closing, so that its carrier takes only those away again that it had brought back.
 */
export function decideCarrierMovement(item: CarriedItem, movement: CarrierMovement): ItemState | null {
  if (item.parcel === 'return') return null
  return movement === 'picked_up' ? pickUp(item) : bringBack(item)
}

function pickUp({ state, parcel, cameBackWithIt }: CarriedItem): ItemState | null {
  const isCollected = parcel === 'own' ? collectedFrom.includes(state.status) : cameBackWithIt
  return isCollected ? inTransitTo(state, state.destinationWarehouseId) : null
}

function bringBack({ state, before }: CarriedItem): ItemState | null {
  const { status, leftStatus } = state
  if (status !== 'item_in_transit' || leftStatus === null) return null
  const isInside = isInsideWarehouse(leftStatus)
  const stockId = inStockStatuses.includes(leftStatus) ? before.stockId : null
  const warehouseId = isInside ? before.warehouseId : null
  // A place that is not known, or is no more, is found by check-in.
  if (isInside && (warehouseId === null || (stockId === null && inStockStatuses.includes(leftStatus)))) return null
  const buybackStatus = followMovement(state.buybackStatus, isInside ? 'bb_in_processing' : 'bb_awaiting_inventory')
  return { ...state, status: leftStatus, buybackStatus, stockId, warehouseId }
}

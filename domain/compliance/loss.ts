import { isSettled } from '../buyback/buyback-status.ts'
import type { LossPlace } from '../buyback/loss-place.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import { declaredPrice, type Declared, type ValidatedPrice } from './compliance.ts'
import type { ItemState } from '../item/item-state.ts'
import type { ItemStatus } from '../item/item-status.ts'
import { isInsideWarehouse } from '../item/item-transitions.ts'

const lostIn: Readonly<Record<LossPlace, ItemStatus>> = {
  store: 'item_lost_store',
  transport: 'item_lost_transport',
  warehouse: 'item_lost_warehouse',
}

/** Where an item of this status can be lost; null while it is with its customer, or lost already (decisions, 8). */
export function lossPlaceOf(status: ItemStatus): LossPlace | null {
  if (status === 'item_awaiting_inventory') return 'store'
  if (status === 'item_in_transit' || status === 'item_returned') return 'transport'
  return isInsideWarehouse(status) ? 'warehouse' : null
}

/** A decided loss: the item's next state, and the price that is final now, if any. */
export interface Loss {
  readonly next: ItemState
  readonly validated: ValidatedPrice | null
}

/** What is known of the money: the price that was declared, and whether settling now has a payment owed. */
export interface LossMoney extends Declared {
  readonly isOwedBySettling: boolean
}

/**
 * Decides a loss (lifecycle, row «declare lost»): the buyback is completed at its declared price, even one that was
 * cancelled or not completed, for the customer cannot have the product back. A settled one keeps its status and price;
 * one that was cancelled by force keeps the price that its payment pays.
 */
export function decideLoss(
  item: ItemState,
  place: LossPlace,
  money: LossMoney,
): Result<Loss, 'BUYBACK_NOT_LOST_THERE'> {
  if (lossPlaceOf(item.status) !== place) return fail('BUYBACK_NOT_LOST_THERE')
  const settled = isSettled(item.buybackStatus)
  const next: ItemState = {
    ...item,
    status: lostIn[place],
    buybackStatus: settled ? item.buybackStatus : 'bb_completed',
    stockId: null,
    warehouseId: null,
    // What a find gives back: the status inside the warehouse, or the one before it left.
    leftStatus: place === 'warehouse' ? item.status : item.leftStatus,
  }
  return succeed({ next, validated: settled || !money.isOwedBySettling ? null : declaredPrice(money) })
}

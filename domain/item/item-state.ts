import type { BuybackStatus } from '../buyback/buyback-status.ts'
import type { ItemStatus } from './item-status.ts'

/** What the transition table looks at and changes: an item together with its buyback. Ids are UUIDs. */
export interface ItemState {
  readonly status: ItemStatus
  readonly buybackStatus: BuybackStatus
  /** Stock that holds the item; null outside a warehouse and while it is registered to be forwarded. */
  readonly stockId: string | null
  /** Warehouse where the item physically is; null outside one. */
  readonly warehouseId: string | null
  /** Warehouse that the item is bound for: the one that is to test it, once tested that of its latest package. */
  readonly destinationWarehouseId: string
  /** Whether the compliance test has been passed once (lifecycle, vocabulary). */
  readonly tested: boolean
  /** Status before the item left a warehouse or was lost; null where it never did. */
  readonly leftStatus: ItemStatus | null
  /** Whether the customer keeps the money of a cancelled buyback: the payment was initiated or completed. */
  readonly keepsMoney: boolean
}

/** Whether a buyback is cancelled and its customer has no money for it: nothing is paid, and the product is theirs. */
export function isCancelledUnpaid({
  buybackStatus,
  keepsMoney,
}: Pick<ItemState, 'buybackStatus' | 'keepsMoney'>): boolean {
  return buybackStatus === 'bb_cancelled' && !keepsMoney
}

/** The part of a state that an action may change, kept so that an undo can put it back. */
export type ItemChange = Pick<
  ItemState,
  'status' | 'buybackStatus' | 'stockId' | 'warehouseId' | 'tested' | 'leftStatus'
>

/** The changeable part of a state. */
export function changeOf(state: ItemState): ItemChange {
  const { status, buybackStatus, stockId, warehouseId, tested, leftStatus } = state
  return { status, buybackStatus, stockId, warehouseId, tested, leftStatus }
}

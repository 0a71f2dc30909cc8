import type { BuybackStatus } from '../buyback/buyback-status.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import type { ItemStatus } from './item-status.ts'

/** Statuses of a new item and its buyback. */
export interface FirstState {
  readonly status: ItemStatus
  readonly buybackStatus: BuybackStatus
}

const inStore: FirstState = { status: 'item_awaiting_inventory', buybackStatus: 'bb_awaiting_inventory' }
const awaitsStore: FirstState = { status: 'item_awaiting_store_drop', buybackStatus: 'bb_awaiting_store_drop' }
const withCustomer: FirstState = { status: 'item_created', buybackStatus: 'bb_awaiting_inventory' }

/** Where each circuit begins (lifecycle, section 1). */
const firstStates: Readonly<Record<CircuitType, FirstState>> = {
  store_drop: inStore,
  store_drop_label: inStore,
  store_collect: inStore,
  web_drop: awaitsStore,
  web_post: withCustomer,
  web_drop_label: withCustomer,
  web_collect: withCustomer,
}

/** The first statuses that a circuit gives (lifecycle, row «create»). */
export function firstState(circuit: CircuitType): FirstState {
  return firstStates[circuit]
}

/** Whether a store may finalise an item: predeclared on the web, not yet taken by a store (row «finalise in store»). */
export function isPredeclared({ status, buybackStatus }: FirstState): boolean {
  return status === awaitsStore.status && buybackStatus === awaitsStore.buybackStatus
}

/** What finalising in a store gives. */
export const finalizedState: FirstState = inStore

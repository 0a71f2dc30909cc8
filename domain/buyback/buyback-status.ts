/** Statuses of a buyback, the contract with one customer for one product. */
export const buybackStatuses = [
  'bb_awaiting_inventory',
  'bb_awaiting_store_drop',
  'bb_cancelled',
  'bb_completed',
  'bb_completed_by_price',
  'bb_completed_with_absorption',
  'bb_completed_with_negociation',
  'bb_in_processing',
  'bb_in_transit',
  'bb_not_completed',
] as const
export type BuybackStatus = (typeof buybackStatuses)[number]

/** Whether the customer's price is final: one of the four completed statuses. */
export function isSettled(status: BuybackStatus): boolean {
  return status.startsWith('bb_completed')
}

/** Whether a later movement of the item leaves the buyback as it is (lifecycle, section 2). */
export function isClosed(status: BuybackStatus): boolean {
  return isSettled(status) || status === 'bb_cancelled' || status === 'bb_not_completed'
}

/** The status a movement gives: the proposed one, unless the buyback is settled, not completed or cancelled. */
export function followMovement(current: BuybackStatus, proposed: BuybackStatus): BuybackStatus {
  return isClosed(current) ? current : proposed
}

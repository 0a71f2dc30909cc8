/** Where a product stands, as far as it says how likely it lies in a hand. */
interface Placed {
  readonly status: string
  readonly warehouseId: string | null
  readonly destinationWarehouseId: string | null
}

/** What a place does with products: those that it takes in are on their way, those that it works on are there. */
export type StationKind = 'arrivals' | 'stock'

/** Products that share a code, the one first that most likely lies at a station of this warehouse. */
export function rankCandidates<Item extends Placed>(
  items: readonly Item[],
  warehouseId: string | null,
  kind: StationKind,
): readonly Item[] {
  const rank = (item: Item): number => {
    const isComing = item.status === 'item_in_transit' && item.destinationWarehouseId === warehouseId
    const isHere = item.warehouseId !== null && item.warehouseId === warehouseId
    if (kind === 'arrivals' ? isComing : isHere) return 0
    if (isComing || isHere) return 1
    // What is in no warehouse at all is with its customer.
    return item.warehouseId === null ? 3 : 2
  }
  return items.toSorted((a, b) => rank(a) - rank(b))
}

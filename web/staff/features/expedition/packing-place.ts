import type { PackageOrigin } from '#domain/warehouse/packing.ts'
import type { PackageRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** The warehouse that a product stopped for a place of its own belongs to; null for any other reason. */
export function placeAgainst(item: ItemRow, reason: string): string | null {
  if (reason === 'PACKAGE_OTHER_DESTINATION') return item.destinationWarehouseId
  return reason === 'ITEM_IN_OTHER_WAREHOUSE' ? item.warehouseId : null
}

/** Whether a package is open at a place. */
export function isOpenHere(row: PackageRow, origin: PackageOrigin): boolean {
  return row.status === 'open' && placeOf(row.origin) === placeOf(origin)
}

/** Whether a package was closed at a place. */
export function isSentFrom(row: PackageRow, origin: PackageOrigin): boolean {
  return row.status === 'closed' && placeOf(row.origin) === placeOf(origin)
}

/** The id of the place where a package is filled. */
export function placeOf(origin: PackageOrigin): string {
  return origin.type === 'store' ? origin.storeId : origin.warehouseId
}

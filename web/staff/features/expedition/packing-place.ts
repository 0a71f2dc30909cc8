import type { PackageOrigin } from '#domain/expedition/packing.ts'
import type { PackageRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'

/** The warehouse that a product is stopped for: its own, or that of its package; null for any other reason. */
export function placeAgainst(item: ItemRow, reason: string, destinationId: string | null = null): string | null {
  if (reason === 'PACKAGE_DESTINATION_INACTIVE') return destinationId
  if (reason === 'PACKAGE_OTHER_DESTINATION') return item.destinationWarehouseId
  return reason === 'ITEM_IN_OTHER_WAREHOUSE' ? item.warehouseId : null
}

/** A refusal as it is shown: what waits in quarantine, or goes back, is set apart from what is merely not to be sent. */
export function reasonOf({ status }: Pick<ItemRow, 'status'>, given: string): string {
  if (given !== 'BB_DOES_NOT_EXIST') return given
  if (status === 'item_in_quarantine') return 'ITEM_IN_QUARANTINE'
  return status === 'item_to_return' ? 'ITEM_TO_RETURN' : given
}

/** Whether a package is open at a place. */
export function isOpenHere(row: PackageRow, origin: PackageOrigin): boolean {
  return row.status === 'open' && placeOf(row.origin) === placeOf(origin)
}

/**
 * The open packages of a place. One that nothing lies in any more is left out, for it can neither be closed nor taken
 * back, unless it is worked on now or something of it is still to be sent or settled; the next product that goes its way
 * opens it again.
 */
export function openHere<View extends PackageView>(
  views: readonly View[],
  origin: PackageOrigin,
  currentId: string | null = null,
): readonly View[] {
  return views.filter(
    ({ row, pending, refused }) =>
      isOpenHere(row, origin) && (row.itemIds.length + pending + refused > 0 || row.id === currentId),
  )
}

/** Whether a package was closed at a place. */
export function isSentFrom(row: PackageRow, origin: PackageOrigin): boolean {
  return row.status === 'closed' && placeOf(row.origin) === placeOf(origin)
}

/** The id of the place where a package is filled. */
export function placeOf(origin: PackageOrigin): string {
  return origin.type === 'store' ? origin.storeId : origin.warehouseId
}

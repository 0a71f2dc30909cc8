import { packageLimit, type PackableItem } from '#domain/expedition/packing.ts'
import type { PackageRow, Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'

/** An item as packing looks at it; the package of a former journey holds it no more. */
export function packableItem(records: Records, item: ItemRow): PackableItem {
  const { circuit, packageId } = itemFacts(item)
  const isHeld = packageId !== null && records.package(packageId)?.status === 'open'
  return { id: item.id, state: item, storeId: item.storeId, circuit, openPackageId: isHeld ? packageId : null }
}

/**
 * Takes an item that has arrived out of the package that nobody closed, and answers its id; null where none holds it.
 * A device that does not know the package leaves that to the server.
 */
export function takeOutOfOpenPackage(records: Records, item: ItemRow): string | null {
  const holder = openPackageOf(records, itemFacts(item).packageId)
  if (holder === undefined) return null
  savePackage(records, holder, without(holder, item))
  return holder.id
}

/** Puts an item back into a package that it has left, last, and answers its id; null where it is closed or full by now. */
export function rejoinPackage(records: Records, item: ItemRow, packageId: string | null): string | null {
  const holder = openPackageOf(records, packageId)
  if (holder === undefined || holder.itemIds.length >= packageLimit) return null
  savePackage(records, holder, [...without(holder, item), item.id])
  return holder.id
}

/** The content of a package but for one item. */
export function without(into: PackageRow, item: ItemRow): readonly string[] {
  return into.itemIds.filter((id) => id !== item.id)
}

/** Saves what lies in a package. */
export function savePackage(records: Records, into: PackageRow, itemIds: readonly string[]): void {
  records.savePackage({ ...into, itemIds, version: into.version + 1 })
}

function openPackageOf(records: Records, packageId: string | null): PackageRow | undefined {
  const holder = packageId === null ? undefined : records.package(packageId)
  return holder?.status === 'open' ? holder : undefined
}

import type { PackableItem } from '#domain/warehouse/packing.ts'
import type { Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'

/** An item as packing looks at it; the package of a former journey holds it no more. */
export function packableItem(records: Records, item: ItemRow): PackableItem {
  const { circuit, packageId } = itemFacts(item)
  const isHeld = packageId !== null && records.package(packageId)?.status === 'open'
  return { id: item.id, state: item, storeId: item.storeId, circuit, openPackageId: isHeld ? packageId : null }
}

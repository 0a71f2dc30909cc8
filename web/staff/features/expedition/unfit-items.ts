import { checkContent } from '#domain/expedition/packing.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import type { PackageContent } from '#web/local/copy/package-view.ts'

/** Items for which an open package does not close: what has happened to them since sends them no more from here. */
export function unfitItems({ row, items }: PackageContent): ReadonlySet<string> {
  if (row.status !== 'open') return new Set()
  const unfit = items.filter((item) => {
    const { circuit } = itemFacts(item)
    return !checkContent({ id: item.id, state: item, storeId: item.storeId, circuit, openPackageId: row.id }, row).ok
  })
  return new Set(unfit.map(({ id }) => id))
}

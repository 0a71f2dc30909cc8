import type { ItemRow } from '#sync/wire/item-row.ts'

/** Brand and model as one name; null where the device knows the item by its code only. */
export function productName(item: Pick<ItemRow, 'brand' | 'productLabel'>): string | null {
  const label = item.productLabel
  if (label === null) return item.brand
  return item.brand === null || label.startsWith(item.brand) ? label : `${item.brand} ${label}`
}

/** Brand and model as one name; null where the device knows the item by its code only. */
export function itemName(item: { readonly brand: string | null; readonly productLabel: string | null }): string | null {
  const { brand, productLabel } = item
  if (productLabel === null) return brand
  return brand === null || productLabel.startsWith(brand) ? productLabel : `${brand} ${productLabel}`
}

/** Brand and model as one name, where the model does not begin with the brand; null where neither is known. */
export function productName(product: {
  readonly brand: string | null
  readonly productLabel: string | null
}): string | null {
  const { brand, productLabel: label } = product
  if (label === null) return brand
  return brand === null || label.toLowerCase().startsWith(brand.toLowerCase()) ? label : `${brand} ${label}`
}

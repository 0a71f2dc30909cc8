import { productName } from '#domain/catalog/product-name.ts'
import { slugOf } from '#domain/kernel/slug.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'

/** Where what the web has predeclared is finalised; null of an item whose product is not known. */
export function finalizePath(item: ItemRow): string | null {
  const { productId } = itemFacts(item)
  if (productId === null) return null
  const { brand, productLabel } = item
  const slug = slugOf(productName({ brand, productLabel }) ?? '')
  return `/diag/${productId}/${slug === '' ? '-' : slug}/${item.id}`
}

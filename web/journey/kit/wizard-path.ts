import type { ProductCard } from '#sync/calls/public-catalog.ts'

/** The way into the wizard of a product. */
export function wizardPath({ id, slug }: Pick<ProductCard, 'id' | 'slug'>): string {
  return `/buyback/create/${id}/${slug}`
}

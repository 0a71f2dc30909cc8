import type { ProductAnswer } from '#sync/calls/product.ts'
import type { ProductDraft } from './product-draft.ts'

/** What a tab of the form works with. */
export interface ProductFieldsProps {
  /** The product as it is stored; null for a new one. */
  readonly product: ProductAnswer | null
  readonly draft: ProductDraft
  readonly set: (part: Partial<ProductDraft>) => void
  /** What is wrong with a field, in words. */
  readonly fault: (path: string) => string | null
}

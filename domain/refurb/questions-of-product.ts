import type { RefurbQuestion } from './diagnosis.ts'

/** A refurb question that is asked of one product alone. */
export interface ProductRefurbQuestion extends RefurbQuestion {
  readonly productId: string
}

/** What a diagnosis of a product asks: what is asked of every product, then what is asked of this one (CAT-30). */
export function questionsOfProduct(
  everywhere: readonly RefurbQuestion[],
  own: readonly ProductRefurbQuestion[],
  productId: string | null,
): readonly RefurbQuestion[] {
  const added = own.filter((question) => question.productId === productId)
  return added.length === 0 ? everywhere : [...everywhere, ...added]
}

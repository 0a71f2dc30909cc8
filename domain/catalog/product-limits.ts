/** Limits of a product (CAT-34, CAT-37, CAT-39): texts in characters, weights in grams, sizes in centimetres. */
export const productLimits = {
  text: 255,
  comment: 500,
  /** Highest price of a grade, in cents. */
  priceCents: 5_000_000,
  weightGrams: 1_000_000,
  sizeCm: 10_000,
  tacCodes: 100,
  secondaryCategories: 20,
} as const

/** How a category's absorption is measured (CAT-08). */
export const absorptionTypes = ['none', 'percentage_declared', 'percentage_controlled', 'value'] as const
export type AbsorptionType = (typeof absorptionTypes)[number]

/** Limits of a category: texts in characters (CAT-12), weights in grams, sizes in centimetres, amounts in cents. */
export const categoryLimits = {
  description: 3000,
  childrenDescription: 255,
  highlightedInstruction: 500,
  imageAlt: 255,
  weightGrams: 1_000_000,
  sizeCm: 10_000,
  absorptionCents: 5_000_000,
} as const

/** Texts of a category that customers read, and that can be given in each language. */
export const categoryTexts = ['name', 'childrenDescription', 'highlightedInstruction', 'imageAlt'] as const

/** What a category says about absorption. */
export interface CategoryAbsorption {
  readonly absorptionType: AbsorptionType
  readonly absorptionValue: number | null
  readonly absorptionMaxCents: number | null
}

/**
 * Whether the three agree: none has no value; a percentage is above 0 and at most 100, of two decimals at most; a value
 * is whole cents, one at least.
 */
export function isSoundAbsorption({
  absorptionType: type,
  absorptionValue: value,
  absorptionMaxCents: max,
}: CategoryAbsorption): boolean {
  if (type === 'none') return value === null && max === null
  if (value === null || value <= 0) return false
  if (type === 'value') return Number.isInteger(value) && value <= categoryLimits.absorptionCents
  return value <= 100 && Number.isInteger(Math.round(value * 1e6) / 1e4)
}

/** Why a category is not created, changed or archived; stable, shown and translated by code. */
export const categoryErrors = [
  /** Another category of the catalog has the identifier (CAT-06). */
  'CATEGORY_IDENTIFIER_TAKEN',
  /** The account has no active buyer (CAT-13). */
  'CATEGORY_NO_BUYER',
  'CATEGORY_BUYER_UNKNOWN',
  /** A buyer stays once it is named (CAT-10). */
  'CATEGORY_BUYER_FIXED',
  /** Only the first category of a catalog stands in no other (CAT-09). */
  'CATEGORY_PARENT_REQUIRED',
  /** No active category has the parent's id. */
  'CATEGORY_PARENT_UNKNOWN',
  /** The parent is the category itself, or stands below it. */
  'CATEGORY_PARENT_BELOW',
  /** It still has categories, products or questions (CAT-14). */
  'CATEGORY_IN_USE',
  /** Absorption takes its premium feature. */
  'CATEGORY_ABSORPTION_DISABLED',
] as const
export type CategoryError = (typeof categoryErrors)[number]

/**
 * Whether a category may get this absorption: none is always allowed, every other kind takes the premium feature. An
 * absorption that does not change may stay, and has no effect without the feature.
 */
export function mayAbsorb(hasFeature: boolean, before: CategoryAbsorption | null, after: CategoryAbsorption): boolean {
  if (hasFeature || after.absorptionType === 'none') return true
  return (
    before?.absorptionType === after.absorptionType &&
    before.absorptionValue === after.absorptionValue &&
    before.absorptionMaxCents === after.absorptionMaxCents
  )
}

/** Weight and sizes of a product, in whole grams and centimetres. */
export const measures = ['weightGrams', 'lengthCm', 'widthCm', 'heightCm'] as const
export type Measure = (typeof measures)[number]

/** Where a value comes from that a product does not say itself. */
export interface InheritedValue {
  readonly value: number
  readonly categoryId: string
  readonly categoryName: string
}

/** What a category and those above it say for their products; the nearest one counts. */
export type InheritedMeasures = Readonly<Record<Measure, InheritedValue | null>>

/** A value in effect; `category` is null where the product says it itself, and where nobody does. */
export interface EffectiveMeasure {
  readonly value: number | null
  readonly category: { readonly id: string; readonly name: string } | null
}

/** What several products weigh together; null where that of one is not known. */
export function totalWeightGrams(products: readonly { readonly weightGrams: number | null }[]): number | null {
  return products.reduce<number | null>(
    (sum, { weightGrams }) => (sum === null || weightGrams === null ? null : sum + weightGrams),
    0,
  )
}

/** Weight and sizes that count for a product: its own, else those of its category (CAT-40). */
export function effectiveMeasures(
  own: Readonly<Record<Measure, number | null>>,
  inherited: InheritedMeasures,
): Readonly<Record<Measure, EffectiveMeasure>> {
  const effective = (measure: Measure): EffectiveMeasure => {
    const above = inherited[measure]
    if (own[measure] !== null || above === null) return { value: own[measure], category: null }
    return { value: above.value, category: { id: above.categoryId, name: above.categoryName } }
  }
  return {
    weightGrams: effective('weightGrams'),
    lengthCm: effective('lengthCm'),
    widthCm: effective('widthCm'),
    heightCm: effective('heightCm'),
  }
}

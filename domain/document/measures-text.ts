import type { Measure } from '../catalog/product-measures.ts'
import type { Language } from '../kernel/languages.ts'

/** A weight as papers say it: grams below a kilogram, then kilograms of two decimals at most. */
export function weightText(grams: number, language: Language): string {
  const isLight = grams < 1000
  const unit = { style: 'unit', unit: isLight ? 'gram' : 'kilogram', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(language, unit).format(isLight ? grams : grams / 1000)
}

/** Weight, and length, width and height where all three are known; null where nothing is. */
export function measuresText(
  { weightGrams, lengthCm, widthCm, heightCm }: Readonly<Record<Measure, number | null>>,
  language: Language,
): string | null {
  const sizes = [lengthCm, widthCm, heightCm]
  const parts = [
    ...(weightGrams === null ? [] : [weightText(weightGrams, language)]),
    ...(sizes.includes(null) ? [] : [`${sizes.join(' × ')} cm`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

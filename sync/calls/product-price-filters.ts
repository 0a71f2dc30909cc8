import type { Grade } from '#domain/catalog/grade.ts'

/** The filter by the price of each grade (CAT-29). */
export const priceFilters = {
  functional: 'buybackPriceFunctional',
  grade_a: 'buybackPriceGradeA',
  grade_b: 'buybackPriceGradeB',
  grade_c: 'buybackPriceGradeC',
  grade_d: 'buybackPriceGradeD',
  grade_e: 'buybackPriceGradeE',
} as const satisfies Record<Grade, string>

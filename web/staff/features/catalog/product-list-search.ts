import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { priceFilters } from '#sync/calls/product-price-filters.ts'
import { listFilters, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Statuses that the list can be narrowed to; those of `all` are not. Published ones show where none is told (CAT-24). */
export const statusChoices = ['published', 'draft', 'archived', 'all'] as const
export type StatusChoice = (typeof statusChoices)[number]

const cents = z
  .union([z.number(), z.string().regex(/^\d{1,7}$/)])
  .transform(Number)
  .pipe(z.int().min(0).max(productLimits.priceCents))

/** Filters of the list of products (CAT-23). The words are the list's search. */
export const productFilters = listFilters(() => ({
  status: z.enum(statusChoices).exclude(['published']),
  category: several(z.guid()),
  /** The grade whose price is asked about; grade A where none is told. */
  grade: z.enum(grades).exclude(['grade_a']),
  minCents: cents,
  maxCents: cents,
}))

/** Filters of products that are set. */
export type ProductSearch = FiltersOf<typeof productFilters>

/** Whether the least price stands above the highest: nothing is asked about prices then (CAT-27). */
export function isReversed({ minCents, maxCents }: ProductSearch): boolean {
  return minCents !== undefined && maxCents !== undefined && minCents > maxCents
}

/** How many filters are set; a grade is one together with a price. */
export function countProductFilters({ grade, ...search }: ProductSearch): number {
  const hasPrice = search.minCents !== undefined || search.maxCents !== undefined
  return Object.keys(search).length + (grade !== undefined && hasPrice ? 1 : 0)
}

/** The question that the filters ask the server. */
export function productQuestionOf(search: ProductSearch, words: string) {
  const { status = 'published', category, grade = 'grade_a', minCents, maxCents } = search
  const price = {
    ...(minCents === undefined ? {} : { gte: minCents }),
    ...(maxCents === undefined ? {} : { lte: maxCents }),
  }
  const asksPrice = Object.keys(price).length > 0 && !isReversed(search)
  return {
    ...(words.trim() === '' ? {} : { search_product_buyback: words.trim().slice(0, 200) }),
    ...(status === 'all' ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(asksPrice ? { [priceFilters[grade]]: price } : {}),
  }
}

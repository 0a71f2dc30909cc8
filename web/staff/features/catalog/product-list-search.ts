import * as z from 'zod'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { priceFilters } from '#sync/calls/product-list.ts'

/** Statuses that the list can be narrowed to; those of `all` are not. Published ones show where none is told (CAT-24). */
export const statusChoices = ['published', 'draft', 'archived', 'all'] as const
export type StatusChoice = (typeof statusChoices)[number]

/** Filters of the list of products as the address has them (CAT-23). The words are the list's search. */
export interface ProductSearch {
  readonly status?: Exclude<StatusChoice, 'published'>
  readonly category?: readonly string[]
  /** The grade whose price is asked about; grade A where none is told. */
  readonly grade?: Exclude<Grade, 'grade_a'>
  readonly minCents?: number
  readonly maxCents?: number
}

/** A change of some filters; undefined takes one away. */
export type ProductSearchChange = { readonly [Key in keyof ProductSearch]?: ProductSearch[Key] | undefined }

/** Every filter, none of them set. */
export const noProductFilters: ProductSearchChange = {
  status: undefined,
  category: undefined,
  grade: undefined,
  minCents: undefined,
  maxCents: undefined,
}

const mostCategories = 100
const guid = z.guid()

/** Reads the filters of an address; what makes no sense is left out. */
export function parseProductSearch(search: Readonly<Record<string, unknown>>): ProductSearch {
  const { status } = search
  const grade = grades.find((one) => one === search.grade)
  const category = [...new Set([search.category].flat())]
    .filter((one): one is string => guid.safeParse(one).success)
    .slice(0, mostCategories)
  const [minCents, maxCents] = [centsOf(search.minCents), centsOf(search.maxCents)]
  return {
    ...(status === 'draft' || status === 'archived' || status === 'all' ? { status } : {}),
    ...(category.length === 0 ? {} : { category }),
    ...(grade === undefined || grade === 'grade_a' ? {} : { grade }),
    ...(minCents === undefined ? {} : { minCents }),
    ...(maxCents === undefined ? {} : { maxCents }),
  }
}

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
export function productQuestionOf(search: ProductSearch, words: string): Readonly<Record<string, unknown>> {
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

function centsOf(value: unknown): number | undefined {
  const cents = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  return typeof cents === 'number' && Number.isSafeInteger(cents) && cents >= 0 && cents <= productLimits.priceCents
    ? cents
    : undefined
}

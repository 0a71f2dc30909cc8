import * as z from 'zod'
import { grades, type Grade } from '#domain/catalog/grade.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { anyOf, collection, listQuery } from './list.ts'

/** Columns by which the server sorts products. */
export const productOrders = ['label', 'brand', 'status', 'buybackPriceGradeA', 'createdAt'] as const

/** An amount in a query, in cents. */
const cents = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .pipe(z.number().max(productLimits.priceCents))

/** Least and highest price of a grade, both included (CAT-23, CAT-27). */
const priceRange = z
  .strictObject({ gte: cents.optional(), lte: cents.optional() })
  .refine(({ gte, lte }) => gte === undefined || lte === undefined || gte <= lte, { path: ['gte'] })
  .optional()

/** The filter by the price of each grade (CAT-29). */
export const priceFilters = {
  functional: 'buybackPriceFunctional',
  grade_a: 'buybackPriceGradeA',
  grade_b: 'buybackPriceGradeB',
  grade_c: 'buybackPriceGradeC',
  grade_d: 'buybackPriceGradeD',
  grade_e: 'buybackPriceGradeE',
} as const satisfies Record<Grade, string>

/** A product in a list (CAT-22). Amounts are integer cents. */
export const listedProductAnswer = z.object({
  id: z.string(),
  label: z.string(),
  brand: z.string().nullable(),
  /** The manufacturer's. */
  model: z.string().nullable(),
  buyerReference: z.string().nullable(),
  gtin: z.string().nullable(),
  categoryId: z.string(),
  categoryName: z.string(),
  status: z.enum(productStatuses),
  image: z.string().nullable(),
  /** In cents, of the grades that it has a price of. */
  prices: z.partialRecord(z.enum(grades), z.int()),
  /** The highest of its prices, whatever the grade. */
  bestPriceCents: z.int().nullable(),
  createdAt: z.iso.datetime(),
})
/** A product in a list. */
export type ListedProductAnswer = z.output<typeof listedProductAnswer>

/**
 * `GET /api/products`: products of the account, by name unless asked otherwise (CAT-22, CAT-29). A category holds the
 * products of the categories below it as well.
 */
export const listProductsCall = {
  method: 'get',
  path: '/api/products',
  query: listQuery(productOrders, {
    /** Words of name, model, reference or EAN, of which the last may be a beginning; or a type allocation code. */
    search_product_buyback: z.string().trim().min(1).max(200).optional(),
    category: anyOf(z.guid().toLowerCase()),
    status: anyOf(z.enum(productStatuses)),
    buybackPriceFunctional: priceRange,
    buybackPriceGradeA: priceRange,
    buybackPriceGradeB: priceRange,
    buybackPriceGradeC: priceRange,
    buybackPriceGradeD: priceRange,
    buybackPriceGradeE: priceRange,
  }),
  answer: collection(listedProductAnswer),
} as const

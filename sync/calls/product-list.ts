import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { rePriceLimits } from '#domain/catalog/price-change.ts'
import { mostProductsAtOnce } from '#domain/catalog/product-rules.ts'
import { productPatchSchema } from '#domain/catalog/product.schema.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

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

/** What narrows the products of an account (CAT-23, CAT-29). */
const productFilters = {
  /** Words of name, model, reference or EAN, the last of them possibly only a beginning; or a type allocation code. */
  search_product_buyback: textOf('line').min(1).max(200).optional(),
  category: anyOf(z.guid().toLowerCase()),
  status: anyOf(z.enum(productStatuses)),
  buybackPriceFunctional: priceRange,
  buybackPriceGradeA: priceRange,
  buybackPriceGradeB: priceRange,
  buybackPriceGradeC: priceRange,
  buybackPriceGradeD: priceRange,
  buybackPriceGradeE: priceRange,
} as const

/** A product in a list (CAT-22). Amounts are integer cents. */
export const listedProductAnswer = z.object({
  id: z.string(),
  version: z.int(),
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
  /** The highest of its prices over all grades. */
  bestPriceCents: z.int().nullable(),
  createdAt: z.iso.datetime(),
})
export type ListedProductAnswer = z.output<typeof listedProductAnswer>

/**
 * `GET /api/products`: products of the account, by name unless asked otherwise (CAT-22, CAT-29). A category holds the
 * products of the categories below it as well.
 */
export const listProductsCall = {
  method: 'get',
  path: '/api/products',
  query: listQuery(productOrders, productFilters),
  answer: collection(listedProductAnswer),
} as const

/** `GET /api/products.csv`: the products that pass the filters, in the columns that an import reads. */
export const exportProductsCall = {
  method: 'get',
  path: '/api/products.csv',
  query: z.strictObject(productFilters),
} as const

/**
 * The products that a change of many means: some by their ids, some in the versions that a list has shown (those that
 * have another version by then are left), or all that the filters of the address let pass. Who means all has seen no
 * versions: `count` says how many those were, and where another number of them passes by then, nothing is changed.
 */
const products = z.union([
  z.strictObject({ ids: z.array(z.guid().toLowerCase()).min(1).max(mostProductsAtOnce) }),
  z.strictObject({
    listed: z
      .array(z.strictObject({ id: z.guid().toLowerCase(), version: z.int().min(1) }))
      .min(1)
      .max(mostProductsAtOnce),
  }),
  z.strictObject({ all: z.literal(true), count: z.int().min(0).optional() }),
])

/** Products that were meant in a version that they do not have any more; they are left as they are. */
const left = z.array(z.object({ id: z.string(), label: z.string() }))

/** `POST /api/products/status`: publishes, unpublishes or archives many products at once; all only with their `count`. */
export const setProductStatusCall = {
  method: 'post',
  path: '/api/products/status',
  query: z.strictObject(productFilters),
  body: z
    .strictObject({ products, status: z.enum(productStatuses) })
    .refine(({ products }) => !('all' in products) || products.count !== undefined, { path: ['products', 'count'] }),
  answer: z.object({
    /** Products that have another status now. */
    changed: z.int(),
    left,
  }),
} as const

const percent = z
  .number()
  .min(rePriceLimits.leastPercent)
  .max(rePriceLimits.mostPercent)
  .multipleOf(0.01)
  .refine((value) => value !== 0)
const amountCents = z
  .int()
  .min(-productLimits.priceCents)
  .max(productLimits.priceCents)
  .refine((value) => value !== 0)

const rePriceBody = z.strictObject({
  products,
  /** The grades whose prices change; all where none is named. */
  grades: z.array(z.enum(grades)).min(1).max(grades.length).optional(),
  change: z.discriminatedUnion('type', [
    /** Of each price, with two decimals at most; what comes out is rounded to whole cents, half away from zero. */
    z.strictObject({ type: z.literal('percentage'), percent }),
    z.strictObject({ type: z.literal('amount'), amountCents }),
  ]),
})

/** `POST /api/products/price-preview`: what a change of many prices would do; nothing is changed. */
export const previewPricesCall = {
  method: 'post',
  path: '/api/products/price-preview',
  query: z.strictObject(productFilters),
  body: rePriceBody,
  answer: z.object({
    /** Products with a price that changes. */
    products: z.int(),
    /** Prices that change. */
    prices: z.int(),
    /** Prices that would leave their bounds, 0 to 50,000, and stay as they are. */
    kept: z.int(),
    left,
    /** The first products by name, with every price that is meant; `after` is null where it stays as it is. */
    sample: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        prices: z.array(z.object({ grade: z.enum(grades), before: z.int(), after: z.int().nullable() })),
      }),
    ),
    /** Names the products and prices that were looked at, old and new, for the change itself. */
    fingerprint: z.string(),
  }),
} as const
/** What a change of many prices would do. */
export type PricePreview = z.output<typeof previewPricesCall.answer>

/**
 * `POST /api/products/prices`: changes many prices; refused where the products, or their prices, are not those that a
 * preview has shown. A change is relative, so that one that is sent again must not be made again: products that are not
 * named with their versions are changed with the preview's `fingerprint` alone.
 */
export const rePriceCall = {
  method: 'post',
  path: '/api/products/prices',
  query: z.strictObject(productFilters),
  body: rePriceBody
    .extend({ fingerprint: z.string().max(64).optional() })
    .refine(({ products, fingerprint }) => 'listed' in products || fingerprint !== undefined, {
      path: ['fingerprint'],
    }),
  answer: previewPricesCall.answer.pick({ products: true, prices: true, kept: true, left: true }),
} as const

/** A product of a buyer's own price list. */
export const ownPricesAnswer = z.object({
  id: z.string(),
  version: z.int(),
  label: z.string(),
  brand: z.string().nullable(),
  buyerReference: z.string().nullable(),
  gtin: z.string().nullable(),
  categoryName: z.string(),
  status: z.enum(productStatuses),
  simple: z.boolean(),
  image: z.string().nullable(),
  /** In cents, of the grades that it has a price of. */
  prices: z.partialRecord(z.enum(grades), z.int()),
})
export type OwnPricesAnswer = z.output<typeof ownPricesAnswer>

/** `GET /api/own-prices`: the products that the caller's company buys, archived ones left out, by name. */
export const listOwnPricesCall = {
  method: 'get',
  path: '/api/own-prices',
  query: listQuery(['label', 'brand', 'buyerReference'], {
    /** Words, each part of a name, brand, model, reference or EAN. */
    search: textOf('line').min(1).max(200).optional(),
    category: anyOf(z.guid().toLowerCase()),
  }),
  answer: collection(ownPricesAnswer),
} as const

/** `GET /api/own-prices/{id}`: one of them. */
export const readOwnPricesCall = {
  method: 'get',
  path: '/api/own-prices/{id}',
  params: idParams,
  answer: ownPricesAnswer,
} as const

/** `PATCH /api/own-prices/{id}` as a merge patch: null takes a price away. `If-Match` as with products. */
export const patchOwnPricesCall = {
  method: 'patch',
  path: '/api/own-prices/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: productPatchSchema.pick({ prices: true }),
  answer: ownPricesAnswer,
} as const

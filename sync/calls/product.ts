import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { priceOrigins } from '#domain/catalog/price-change.ts'
import { productTexts } from '#domain/catalog/product-rules.ts'
import { newProductSchema, productPatchSchema } from '#domain/catalog/product.schema.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { requiredText } from '#domain/kernel/text-input.schema.ts'
import { collection, day, listQuery } from './list.ts'
import { idParams } from './organization.ts'
import { pictureBytes } from './picture.ts'
import { translationsOf } from './translations.ts'

const prices = z.partialRecord(z.enum(grades), z.int())

/** A value that counts for a product; `category` is the one that it comes from, null where it is the product's own. */
const effective = z.object({
  value: z.int().nullable(),
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
})

/** A product whole (CAT-31 to CAT-40). Amounts are integer cents. */
export const productAnswer = z.object({
  id: z.string(),
  version: z.int(),
  label: z.string(),
  translations: translationsOf(productTexts),
  brand: z.string().nullable(),
  manufacturerModel: z.string().nullable(),
  buyerReference: z.string().nullable(),
  gtin: z.string().nullable(),
  tacCodes: z.array(z.string()),
  mainCategoryId: z.string(),
  secondaryCategoryIds: z.array(z.string()),
  status: z.enum(productStatuses),
  simple: z.boolean(),
  imeiCollect: z.boolean(),
  buybackZeroNotAllowed: z.boolean(),
  comment: z.string().nullable(),
  /** Its own, in whole grams and centimetres. */
  weightGrams: z.int().nullable(),
  lengthCm: z.int().nullable(),
  widthCm: z.int().nullable(),
  heightCm: z.int().nullable(),
  /** What labels, carriers and dispatch go by: its own, else those of its category (CAT-40). */
  effective: z.object({ weightGrams: effective, lengthCm: effective, widthCm: effective, heightCm: effective }),
  /** In cents, of the grades that it has a price of. */
  prices,
  image: z.string().nullable(),
  imageHd: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
/** A product whole. */
export type ProductAnswer = z.output<typeof productAnswer>

/** `GET /api/products/{id}`. */
export const readProductCall = {
  method: 'get',
  path: '/api/products/{id}',
  params: idParams,
  answer: productAnswer,
} as const

/** JPG or PNG of at most 250 kB (CAT-35); null takes it away. */
const picture = pictureBytes.nullable().optional()
const pictures = { image: picture, imageHd: picture }

/** `POST /api/products`: name and main category are needed; an id may be given, so that a repeated call adds nothing. */
export const createProductCall = {
  method: 'post',
  path: '/api/products',
  body: newProductSchema.extend({ ...pictures, id: z.guid().toLowerCase().optional() }),
  answer: productAnswer,
} as const

/** `PATCH /api/products/{id}` as a merge patch; `If-Match` refuses a change over an older version. */
export const patchProductCall = {
  method: 'patch',
  path: '/api/products/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: productPatchSchema.extend(pictures),
  answer: productAnswer,
} as const

/** `POST /api/products/{id}/duplicate`: a draft with everything but the codes, under its name or another one. */
export const duplicateProductCall = {
  method: 'post',
  path: '/api/products/{id}/duplicate',
  params: idParams,
  body: z.strictObject({ label: requiredText().optional() }),
  answer: productAnswer,
} as const

/** A price that was set, changed or taken away. */
export const priceChangeAnswer = z.object({
  id: z.string(),
  grade: z.enum(grades),
  /** In cents; null where the grade had no price. */
  beforeCents: z.int().nullable(),
  /** In cents; null where the grade has no price any more. */
  afterCents: z.int().nullable(),
  changedAt: z.iso.datetime(),
  /** What changed it; `earlier` is a price that stood when the history began. */
  origin: z.enum(priceOrigins),
  /** Who changed it; null where nobody is known, or who it was works in another account. */
  changedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type PriceChangeAnswer = z.output<typeof priceChangeAnswer>

/** `GET /api/products/{id}/price-changes`: the latest first. */
export const listPriceChangesCall = {
  method: 'get',
  path: '/api/products/{id}/price-changes',
  params: idParams,
  query: listQuery(['changedAt'], {}),
  answer: collection(priceChangeAnswer),
} as const

/** `GET /api/products/{id}/prices?on=2026-11-23`: the prices at the end of a day in the account's time zone. */
export const readPricesOnDayCall = {
  method: 'get',
  path: '/api/products/{id}/prices',
  params: idParams,
  query: z.strictObject({ on: day }),
  answer: z.object({
    on: z.iso.date(),
    prices,
    /** When the history of the product's prices begins; what was before is not known. Null where it never had any. */
    knownFrom: z.iso.datetime().nullable(),
  }),
} as const

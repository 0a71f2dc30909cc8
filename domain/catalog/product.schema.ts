import * as z from 'zod'
import { optionalLine, optionalText, requiredText, wholeNumber } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { grades } from './grade.ts'
import { gtinShape } from './gtin.ts'
import { productLimits } from './product-limits.ts'
import { productStatuses } from './product-status.ts'

const size = wholeNumber(productLimits.sizeCm).nullable()
const priceCents = z
  .int('PRODUCT_PRICE_BOUNDS')
  .min(0, 'PRODUCT_PRICE_BOUNDS')
  .max(productLimits.priceCents, 'PRODUCT_PRICE_BOUNDS')
const categoryId = z.guid('FORM_REQUIRED').toLowerCase()

/** What customers read of it. */
const texts = { label: requiredText() }

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length

/** A product as the office writes it (CAT-31 to CAT-40); a grade without a price is left out of its prices. */
export const productSchema = z.strictObject({
  ...texts,
  translations: translationsSchema(texts).optional(),
  brand: optionalLine(productLimits.text),
  manufacturerModel: optionalLine(productLimits.text),
  buyerReference: optionalLine(productLimits.text),
  gtin: z.string().regex(gtinShape, 'PRODUCT_GTIN_SHAPE').nullable(),
  tacCodes: z
    .array(z.string().regex(/^\d{8}$/, 'PRODUCT_TAC_SHAPE'))
    .max(productLimits.tacCodes, 'PRODUCT_TAC_SHAPE')
    .refine(distinct, 'PRODUCT_TAC_SHAPE'),
  mainCategoryId: categoryId,
  secondaryCategoryIds: z.array(categoryId).max(productLimits.secondaryCategories).refine(distinct),
  status: z.enum(productStatuses),
  simple: z.boolean(),
  imeiCollect: z.boolean(),
  buybackZeroNotAllowed: z.boolean(),
  comment: optionalText(productLimits.comment),
  heightCm: size,
  lengthCm: size,
  widthCm: size,
  weightGrams: wholeNumber(productLimits.weightGrams).nullable(),
  prices: z.partialRecord(z.enum(grades), priceCents),
})
/** What the office writes of a product. */
export type ProductBody = z.output<typeof productSchema>

/** A product as the catalog keeps it. */
export interface StoredProduct extends ProductBody {
  readonly id: string
}

/** A new product: its name and category; everything else may follow later. */
export const newProductSchema = productSchema.partial().required({ label: true, mainCategoryId: true })
/** What is said of a new product. */
export type NewProduct = z.output<typeof newProductSchema>

/** What may be said of a product later on; a price of null takes the grade's price away. */
export const productPatchSchema = productSchema
  .extend({ prices: z.partialRecord(z.enum(grades), priceCents.nullable()) })
  .partial()
/** The fields of a product that a patch names. */
export type ProductPatch = z.output<typeof productPatchSchema>

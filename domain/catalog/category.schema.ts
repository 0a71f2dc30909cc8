import * as z from 'zod'
import { optionalLine, optionalText, requiredText, wholeNumber } from '../kernel/text-input.schema.ts'
import { defaultText } from '../kernel/text-limits.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { absorptionTypes, categoryLimits, isSoundAbsorption } from './category-rules.ts'

const id = z.guid('FORM_REQUIRED').toLowerCase()

const texts = {
  name: requiredText(),
  childrenDescription: optionalText(categoryLimits.childrenDescription).refine(
    (text) => text === null || !/<\/?[a-z!]/i.test(text),
    'CATEGORY_TEXT_HTML',
  ),
  highlightedInstruction: optionalText(categoryLimits.highlightedInstruction),
  /** What its picture shows, for who does not see it. */
  imageAlt: optionalLine(categoryLimits.imageAlt),
}

const fields = z.strictObject({
  ...texts,
  /** Unique in the catalog (CAT-05, CAT-06). */
  identifier: requiredText(defaultText, 'code').regex(/^[0-9a-z_-]*$/, 'CATEGORY_IDENTIFIER_SHAPE'),
  /** The category that it stands in; null at the top of the tree. */
  parentId: id.nullable(),
  description: optionalText(categoryLimits.description),
  imageAlt: texts.imageAlt.optional(),
  translations: translationsSchema(texts).optional(),
  /** Of products that do not say it themselves (CAT-07). */
  defaultWeightGrams: wholeNumber(categoryLimits.weightGrams).nullable(),
  defaultHeightCm: wholeNumber(categoryLimits.sizeCm).nullable(),
  defaultLengthCm: wholeNumber(categoryLimits.sizeCm).nullable(),
  defaultWidthCm: wholeNumber(categoryLimits.sizeCm).nullable(),
  absorptionType: z.enum(absorptionTypes),
  absorptionValue: z
    .number()
    .positive()
    .nullable()
    .describe('Percent above 0 of two decimals at most, or whole cents where the type is `value`.'),
  absorptionMaxCents: z.int().positive().max(categoryLimits.absorptionCents).nullable().describe('Cents.'),
})

const absorptionFault = { path: ['absorptionValue'], error: 'CATEGORY_ABSORPTION_WRONG' }

/** Everything that is said of a category which is there: its buyer stays (CAT-10). */
export const keptCategorySchema = fields.refine(isSoundAbsorption, absorptionFault)

/** A new category as the office writes it (CAT-03 to CAT-12): its buyer is chosen once. */
export const newCategorySchema = fields
  .extend({
    /** The buyer's entity (CAT-09). */
    organizationId: id,
  })
  .refine(isSoundAbsorption, absorptionFault)
/** What the office writes of a new category. */
export type NewCategory = z.output<typeof newCategorySchema>

/** What may be said of a category later on; its buyer stays (CAT-10). */
export const categoryPatchSchema = fields.extend({ status: z.enum(['active', 'archived']) }).partial()
/** The fields of a category that a patch may name. */
export type CategoryPatch = z.output<typeof categoryPatchSchema>

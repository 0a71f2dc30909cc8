import * as z from 'zod'
import { requiredText } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { instructionTypes } from './instruction-type.ts'
import { circuitTypes } from './circuit-type.ts'
import { circuitModifierSchema, wholeAmountSchema } from './modifier.schema.ts'

/** Limits of a circuit (CIRC-05, CIRC-06). */
export const circuitLimits = {
  description: 500,
  instructions: 6,
  instruction: 150,
  fewestCopies: 1,
  copies: 10,
} as const

const id = z.guid().toLowerCase()
const eachOnce = (values: readonly unknown[]): boolean => new Set(values).size === values.length
const ids = z.array(id).max(2000).refine(eachOnce)
const holdsHtml = (text: string): boolean => /<[a-z!/?]/i.test(text)

/** Texts of a circuit, which can be given in each language. */
export const circuitTexts = ['name', 'description'] as const
/** Texts of an instruction, which can be given in each language. */
export const instructionTexts = ['label'] as const

const label = requiredText({ min: 1, max: circuitLimits.instruction })

/** A step that the customer is told (CIRC-06, CIRC-08). */
const instruction = z.strictObject({
  /** Absent for a new one. */
  id: id.optional(),
  type: z.enum(instructionTypes),
  label,
  translations: translationsSchema({ label }).optional(),
})

const texts = {
  name: requiredText(),
  description: z
    .string()
    .trim()
    .max(circuitLimits.description, 'FORM_TEXT_TOO_LONG')
    .refine((text) => !holdsHtml(text), 'CIRCUIT_DESCRIPTION_HTML')
    .transform((text) => (text === '' ? null : text))
    .nullable(),
}

/** What people write of a circuit (CIRC-02, CIRC-04). */
export const circuitSchema = z.strictObject({
  /** What is archived stays with the records that used it, and does not come back. */
  status: z.enum(['enabled', 'disabled', 'archived']),
  /** Whether parcels go with the label of the program, without postage, where no carrier makes one. */
  ownLabel: z.boolean(),
  ...texts,
  translations: translationsSchema(texts).optional(),
  transferOrderNumberOfCopy: z
    .int('CIRCUIT_COPIES_INVALID')
    .min(circuitLimits.fewestCopies, 'CIRCUIT_COPIES_INVALID')
    .max(circuitLimits.copies, 'CIRCUIT_COPIES_INVALID'),
  /** In their order. */
  defaultInstructions: z.array(instruction).max(circuitLimits.instructions, 'CIRCUIT_INSTRUCTIONS_TOO_MANY'),
  /** Codes as of ISO 3166-1; an empty list takes all countries. */
  eligibleCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(300)
    .refine(eachOnce),
  paymentModeIds: ids,
  /** Shipping methods; a fee that is named is the method's, wherever it is offered (CIRC-10). */
  transportOptions: z
    .array(z.strictObject({ id, feeCents: wholeAmountSchema.nullable().optional() }))
    .max(200)
    .refine((options) => eachOnce(options.map((option) => option.id))),
  modifier: circuitModifierSchema.nullable(),
  /** Categories that it is given to besides; what the circuit has stays where nothing is said of it. */
  linkCategoryIds: ids,
  /** Categories that it is taken from, before it is given to others. */
  unlinkCategoryIds: ids,
})

/** A new circuit: disabled unless it says otherwise. */
export const newCircuitSchema = circuitSchema
  .omit({ unlinkCategoryIds: true })
  .partial()
  .extend({ status: z.enum(['enabled', 'disabled']).optional(), type: z.enum(circuitTypes), name: requiredText() })

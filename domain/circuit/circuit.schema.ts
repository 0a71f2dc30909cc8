import * as z from 'zod'
import { countryCode } from '../kernel/country-code.schema.ts'
import { optionalText, requiredText, textOf } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { instructionTypes } from './instruction-type.ts'
import { circuitTypes } from './circuit-type.ts'
import { circuitModifierSchema, wholeAmountSchema } from './modifier.schema.ts'

/** Limits of a circuit (CIRC-05, CIRC-06). */
export const circuitLimits = {
  description: 500,
  terms: 5000,
  highlightedInstruction: 500,
  customValues: 20,
  customName: 64,
  customValue: 255,
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
/** Texts of the rules that give a circuit to categories, which can be given in each language (CIRC-14). */
export const ruleTexts = ['ruleDescription', 'terms', 'highlightedInstruction'] as const
/** Texts of an instruction, which can be given in each language. */
export const instructionTexts = ['label'] as const

const label = requiredText({ min: 1, max: circuitLimits.instruction }, 'paragraph')

/** A step that the customer is told (CIRC-06, CIRC-08). */
const instruction = z.strictObject({
  /** Absent for a new one. */
  id: id.optional(),
  type: z.enum(instructionTypes),
  label,
  translations: translationsSchema({ label }).optional(),
})

const description = textOf('paragraph')
  .max(circuitLimits.description, 'FORM_TEXT_TOO_LONG')
  .refine((text) => !holdsHtml(text), 'CIRCUIT_DESCRIPTION_HTML')
  .transform((text) => (text === '' ? null : text))
  .nullable()

const texts = { name: requiredText(), description }

const ruleFields = {
  /** What customers read of the circuit for its categories, in place of its own description. */
  ruleDescription: description,
  /** What customers read before they agree. */
  terms: optionalText(circuitLimits.terms),
  /** What customers are told first, in place of the category's own. */
  highlightedInstruction: optionalText(circuitLimits.highlightedInstruction),
}

/** A value of the account's own, which the program hands on as it is (CIRC-14, CIRC-32). */
const customValue = z.strictObject({
  name: requiredText({ min: 1, max: circuitLimits.customName }),
  value: requiredText({ min: 1, max: circuitLimits.customValue }),
})

/** What people write of a circuit (CIRC-02, CIRC-04). */
export const circuitSchema = z.strictObject({
  /** What is archived stays with the records that used it, and does not come back. */
  status: z.enum(['enabled', 'disabled', 'archived']),
  /** Whether parcels go with the label of the program, without postage, where no carrier makes one. */
  ownLabel: z.boolean(),
  ...texts,
  translations: translationsSchema({ ...texts, ...ruleFields }).optional(),
  /** Of the rules that give the circuit to categories (CIRC-14). */
  ...ruleFields,
  /** Handed on with payments of what comes in by the circuit. */
  customValues: z
    .array(customValue)
    .max(circuitLimits.customValues, 'CIRCUIT_CUSTOM_VALUES_TOO_MANY')
    .superRefine((values, context) => {
      values.forEach(({ name }, at) => {
        if (values.findIndex((each) => each.name === name) === at) return
        context.addIssue({ code: 'custom', message: 'CIRCUIT_CUSTOM_NAME_TWICE', path: [at, 'name'] })
      })
    }),
  transferOrderNumberOfCopy: z
    .int('CIRCUIT_COPIES_INVALID')
    .min(circuitLimits.fewestCopies, 'CIRCUIT_COPIES_INVALID')
    .max(circuitLimits.copies, 'CIRCUIT_COPIES_INVALID'),
  /** In their order. */
  defaultInstructions: z.array(instruction).max(circuitLimits.instructions, 'CIRCUIT_INSTRUCTIONS_TOO_MANY'),
  /** Codes as of ISO 3166-1; an empty list takes all countries. */
  eligibleCountries: z.array(countryCode()).max(300).refine(eachOnce),
  paymentModeIds: ids,
  /** Shipping methods; a fee that is given belongs to the method, in all circuits that offer it (CIRC-10). */
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

import * as z from 'zod'
import { modifierSchema } from '../circuit/modifier.schema.ts'
import { paymentTypes } from '../circuit/payment-type.ts'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { modeProviders } from './payment-provider.ts'

/** Limits of a payment mode's texts (CIRC-23 to CIRC-26). */
export const paymentModeLimits = {
  label: 255,
  shortestDescription: 2,
  description: 300,
  longDescription: 800,
  longDescriptionLines: 15,
  mailContent: 300,
} as const

const emptyToNull = (text: string): string | null => (text === '' ? null : text)

// Line ends as some senders write them count as one character.
const lines = textOf('paragraph')

/** Texts of a payment mode, which can be given in each language. */
export const paymentModeTexts = ['label', 'description', 'longDescription', 'mailContent'] as const

const texts = {
  label: requiredText({ min: 1, max: paymentModeLimits.label }),
  description: textOf('paragraph')
    .max(paymentModeLimits.description, 'PAYMENT_MODE_DESCRIPTION_LENGTH')
    .refine((text) => text === '' || [...text].length >= paymentModeLimits.shortestDescription, {
      error: 'PAYMENT_MODE_DESCRIPTION_LENGTH',
    })
    .transform(emptyToNull)
    .nullable(),
  longDescription: lines
    .max(paymentModeLimits.longDescription, 'FORM_TEXT_TOO_LONG')
    .refine((text) => text.split('\n').length <= paymentModeLimits.longDescriptionLines, {
      error: 'PAYMENT_MODE_LONG_DESCRIPTION_LINES',
    })
    .transform(emptyToNull)
    .nullable(),
  mailContent: lines.max(paymentModeLimits.mailContent, 'FORM_TEXT_TOO_LONG').transform(emptyToNull).nullable(),
} satisfies Record<(typeof paymentModeTexts)[number], z.ZodType<string | null>>

/** What people write of a payment mode (CIRC-18 to CIRC-29). */
export const paymentModeSchema = z.strictObject({
  /** What is archived stays with the records that used it, and does not come back. */
  status: z.enum(['active', 'inactive', 'archived']),
  ...texts,
  translations: translationsSchema(texts).optional(),
  provider: z.enum(modeProviders),
  /** Null does nothing. */
  modifier: modifierSchema.nullable(),
})

/** A new payment mode; its type is chosen once. */
export const newPaymentModeSchema = paymentModeSchema.partial().extend({
  status: z.enum(['active', 'inactive']).optional(),
  type: z.enum(paymentTypes),
  label: requiredText({ min: 1, max: paymentModeLimits.label }),
})

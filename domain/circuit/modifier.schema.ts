import * as z from 'zod'

/** Largest fixed amount and cap in cents; anything above is a slip of the keyboard. */
const mostCents = 10_000_000

const cap = z.int('MODIFIER_CAP_INVALID').min(-mostCents, 'MODIFIER_CAP_INVALID').max(mostCents, 'MODIFIER_CAP_INVALID')

/** Whether a cap has the sign of what it limits (CIRC-29). */
function hasSignOfCap({ value, cappedAmount }: { readonly value: number; readonly cappedAmount: number | null }) {
  return cappedAmount === null || Math.sign(cappedAmount) === Math.sign(value)
}

const percentage = z
  .strictObject({
    type: z.literal('percentage'),
    value: z
      .int('MODIFIER_PERCENT_INVALID')
      .min(-100, 'MODIFIER_PERCENT_INVALID')
      .max(100, 'MODIFIER_PERCENT_INVALID')
      .refine((value) => value !== 0, 'MODIFIER_PERCENT_INVALID'),
    /** In cents. */
    cappedAmount: cap.nullable(),
  })
  .refine(hasSignOfCap, { path: ['cappedAmount'], error: 'MODIFIER_CAP_SIGN' })

/** A fee or an amount in cents: typed in whole units of the currency, positive or negative, and never nothing. */
export const wholeAmountSchema = z
  .int('MODIFIER_AMOUNT_INVALID')
  .min(-mostCents, 'MODIFIER_AMOUNT_INVALID')
  .max(mostCents, 'MODIFIER_AMOUNT_INVALID')
  .refine((value) => value !== 0 && value % 100 === 0, 'MODIFIER_AMOUNT_INVALID')

const fixed = z
  .strictObject({ type: z.literal('fixed'), value: wholeAmountSchema, cappedAmount: cap.nullable() })
  .refine(hasSignOfCap, { path: ['cappedAmount'], error: 'MODIFIER_CAP_SIGN' })

/**
 * A bonus or malus as it is configured (CIRC-27 to CIRC-30; decisions, 14): a whole percentage or a whole amount, either
 * of which may have a cap of its own sign.
 */
export const modifierSchema = z.discriminatedUnion('type', [percentage, fixed])

/** The same for a circuit, which names its maximum (CIRC-09). */
export const circuitModifierSchema = modifierSchema.refine(({ cappedAmount }) => cappedAmount !== null, {
  path: ['cappedAmount'],
  error: 'MODIFIER_CAP_REQUIRED',
})

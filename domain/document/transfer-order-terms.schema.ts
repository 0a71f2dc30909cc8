import * as z from 'zod'
import { transferOrderTermsLimits, unknownVariables } from './transfer-order-terms.ts'

const { min, max } = transferOrderTermsLimits

/** Terms that an account may write (CIRC-33, CIRC-34); messages are codes of the form. */
export const transferOrderTermsSchema = z
  .string()
  .trim()
  .min(min, 'FORM_TERMS_TOO_SHORT')
  .max(max, 'FORM_TERMS_TOO_LONG')
  // A sign of two units is one to whoever reads it, and to the database.
  .refine((text) => [...text].length >= min, 'FORM_TERMS_TOO_SHORT')
  .refine((text) => unknownVariables(text).length === 0, 'FORM_TERMS_VARIABLE_UNKNOWN')

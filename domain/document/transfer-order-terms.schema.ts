import * as z from 'zod'
import { transferOrderTermsLimits, unknownVariables } from './transfer-order-terms.ts'

const { min, max } = transferOrderTermsLimits

/** Terms that an account may write (CIRC-33, CIRC-34); messages are codes of the form. */
export const transferOrderTermsSchema = z
  .string()
  .trim()
  .refine((text) => [...text].length >= min, 'FORM_TERMS_TOO_SHORT')
  .max(max, 'FORM_TERMS_TOO_LONG')
  .refine((text) => unknownVariables(text).length === 0, 'FORM_TERMS_VARIABLE_UNKNOWN')

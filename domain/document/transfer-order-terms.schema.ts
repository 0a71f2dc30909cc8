import { textOf } from '../kernel/text-input.schema.ts'
import { transferOrderTermsLimits, unknownVariables } from './transfer-order-terms.ts'

const { min, max } = transferOrderTermsLimits

/** Terms that an account may write (CIRC-33, CIRC-34); messages are codes of the form. */
export const transferOrderTermsSchema = textOf('paragraph')
  .min(min, 'FORM_TERMS_TOO_SHORT')
  .max(max, 'FORM_TERMS_TOO_LONG')
  // A character of two UTF-16 units counts as one, for the reader and for the database.
  .refine((text) => [...text].length >= min, 'FORM_TERMS_TOO_SHORT')
  .refine((text) => unknownVariables(text).length === 0, 'FORM_TERMS_VARIABLE_UNKNOWN')

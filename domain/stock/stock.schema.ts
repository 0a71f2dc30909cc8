import * as z from 'zod'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'
import { textLimits } from '../kernel/text-limits.ts'

const optionalText = textOf('line')
  .max(textLimits.name, 'FORM_TEXT_TOO_LONG')
  .transform((text) => (text === '' ? null : text))
  .nullable()

/**
 * Name of a stock, unique in its warehouse regardless of the case of its letters (STOCK-04, STOCK-05; decisions, 17).
 */
const name = requiredText({ min: 1, max: textLimits.name })

/** What people write of a stock (STOCK-03). */
export const stockFieldsSchema = z.strictObject({
  name,
  identifier: optionalText,
  location: optionalText,
})
/** What people write of a stock. */
export type StockFields = z.output<typeof stockFieldsSchema>

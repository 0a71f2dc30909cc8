import * as z from 'zod'
import { textLimits } from '../kernel/text-limits.ts'

const optionalText = z
  .string()
  .trim()
  .max(textLimits.name)
  .transform((text) => (text === '' ? null : text))
  .nullable()

/** Name of a stock, unique in its warehouse whatever the case of its letters (STOCK-04, STOCK-05; decisions, 17). */
export const stockNameSchema = z
  .string()
  .trim()
  .min(1, 'STOCK_NAME_REQUIRED')
  .max(textLimits.name, 'STOCK_NAME_TOO_LONG')

/** What people write of a stock (STOCK-03). */
export const stockFieldsSchema = z.strictObject({
  name: stockNameSchema,
  identifier: optionalText,
  location: optionalText,
})
/** What people write of a stock. */
export type StockFields = z.output<typeof stockFieldsSchema>

import * as z from 'zod'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'
import { textLimits } from '../kernel/text-limits.ts'
import { dispatchAttributes, dispatchOperators } from './dispatch-rule.ts'

/** A condition of a dispatch rule; `is` and `is_not` compare with exactly one value. */
export const dispatchConditionSchema = z
  .strictObject({
    attribute: z.enum(dispatchAttributes),
    operator: z.enum(dispatchOperators),
    values: z.array(textOf('line').min(1).max(textLimits.name)).min(1).max(200),
  })
  .refine(({ operator, values }) => !['is', 'is_not'].includes(operator) || values.length === 1, { path: ['values'] })

/** A dispatch rule as its form writes it: a title, at least one condition and one warehouse (EXP-21, EXP-22). */
export const dispatchRuleSchema = z.strictObject({
  title: requiredText(),
  conditions: z.array(dispatchConditionSchema).min(1).max(50),
  warehouseIds: z.array(z.uuid()).min(1).max(50),
})

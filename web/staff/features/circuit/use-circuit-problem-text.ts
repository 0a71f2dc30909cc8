import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import type { Problems } from '#web/staff/ui/form/form-problems.ts'

const codes = [
  'CIRCUIT_DESCRIPTION_HTML',
  'CIRCUIT_COPIES_INVALID',
  'CIRCUIT_INSTRUCTIONS_TOO_MANY',
  'CIRCUIT_CUSTOM_VALUES_TOO_MANY',
  'CIRCUIT_CUSTOM_NAME_TWICE',
  'MODIFIER_PERCENT_INVALID',
  'MODIFIER_AMOUNT_INVALID',
  'MODIFIER_CAP_INVALID',
  'MODIFIER_CAP_REQUIRED',
  'MODIFIER_CAP_SIGN',
  'PAYMENT_MODE_DESCRIPTION_LENGTH',
  'PAYMENT_MODE_LONG_DESCRIPTION_LINES',
  'PICKUP_WINDOWS_MISSING',
  'PICKUP_NEVER_OFFERED',
] as const

/** Writes the fault of a field in words, with the bounds that the schema has for it; null where it has none. */
export function useCircuitProblemText(problems: Problems, schema: z.ZodType): (field: string) => string | null {
  const { t, i18n } = useTranslation('circuit')
  return (field) => {
    const message = problems[field]
    if (message === undefined) return null
    const code = codes.find((each) => each === message)
    if (code !== undefined) return t(($) => $.form.codes[code])
    return faultText(i18n, message, { schema, path: field.split('.') }) ?? t(($) => $.form.invalid)
  }
}

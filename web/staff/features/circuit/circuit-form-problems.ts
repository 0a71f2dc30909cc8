import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { Language } from '#domain/kernel/languages.ts'
import { faultText } from '#web/staff/ui/form/field-fault.ts'

/** Codes of a form's faults by the dotted path of their field. */
export type Problems = Readonly<Record<string, string>>

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

/** The first fault of each field of a form. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) problems[path.join('.')] ??= message
  return problems
}

/**
 * The faults without those of a field that is being mended, nor of what lies below it; of a text in another language
 * without those of the text in it.
 */
export function without(problems: Problems, field: string, language?: Language): Problems {
  const translated = language === undefined ? null : `translations.${language}.${field}`
  const kept = Object.entries(problems).filter(
    ([path]) => path !== field && path !== translated && !path.startsWith(`${field}.`),
  )
  return Object.fromEntries(kept)
}

/** Writes the fault of a field in words, with the bounds that the schema has for it; null where it has none. */
export function useProblemText(problems: Problems, schema: z.ZodType): (field: string) => string | null {
  const { t, i18n } = useTranslation('circuit')
  return (field) => {
    const message = problems[field]
    if (message === undefined) return null
    const code = codes.find((each) => each === message)
    if (code !== undefined) return t(($) => $.form.codes[code])
    return faultText(i18n, message, { schema, path: field.split('.') }) ?? t(($) => $.form.invalid)
  }
}

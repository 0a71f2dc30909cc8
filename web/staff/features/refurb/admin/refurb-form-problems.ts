import type { i18n } from 'i18next'
import type * as z from 'zod'
import { faultText } from '#web/staff/ui/form/field-fault.ts'

/** Texts of a form's faults by the dotted path of their field. */
export type Problems = Readonly<Record<string, string>>

/** The first fault of each field of a form, in words; `invalid` where there are none for it. */
export function problemsOf(
  error: z.ZodError,
  { schema, texts, invalid }: { readonly schema: z.ZodType; readonly texts: i18n; readonly invalid: string },
): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues)
    problems[path.join('.')] ??= faultText(texts, message, { schema, path }) ?? invalid
  return problems
}

/** The faults without those of a field that is being mended, nor of what lies below it. */
export function without(problems: Problems, field: string): Problems {
  const kept = Object.entries(problems).filter(([path]) => path !== field && !path.startsWith(`${field}.`))
  return Object.fromEntries(kept)
}

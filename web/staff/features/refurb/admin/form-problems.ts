import type { TFunction } from 'i18next'
import type * as z from 'zod'

/** Texts of a form's faults by the dotted path of their field. */
export type Problems = Readonly<Record<string, string>>

const codes = [
  'FORM_NAME_REQUIRED',
  'FORM_TEXT_TOO_LONG',
  'FORM_ANSWER_REQUIRED',
  'FORM_STOCK_REQUIRED',
  'FORM_AMOUNT_TOO_HIGH',
] as const

/** The first fault of each field of a form, in words. */
export function problemsOf(error: z.ZodError, t: TFunction<'refurb'>): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const code = codes.find((each) => each === message)
    problems[path.join('.')] ??= code === undefined ? t(($) => $.form.invalid) : t(($) => $.form.codes[code])
  }
  return problems
}

/** The faults without those of a field that is being mended, nor of what lies below it. */
export function without(problems: Problems, field: string): Problems {
  const kept = Object.entries(problems).filter(([path]) => path !== field && !path.startsWith(`${field}.`))
  return Object.fromEntries(kept)
}
